//! `merge`: the certificate of the whole from those of its shards.

use super::certify::{Existing, write_new};
use super::describe::describe;
use super::exit::{Failure, Status};
use super::files::read;
use crate::certify::certificate::{self, OutcomeName};
use clap::Args;
use std::path::PathBuf;

/// What `merge` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The certificates of all shards, in any order.
    #[arg(required = true)]
    shards: Vec<PathBuf>,
    /// Where the certificate of the whole goes.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Overwrite FILE.
    #[arg(long)]
    force: bool,
}

/// Runs `merge`.
pub(super) fn merge(arguments: &Arguments) -> Result<Status, Failure> {
    let mut shards = vec![];
    for path in &arguments.shards {
        shards.push((path.display().to_string(), read(path)?));
    }
    let whole = certificate::merge(&shards).map_err(Failure::refuted)?;
    let existing = match arguments.force {
        true => Existing::Replace,
        false => Existing::Keep,
    };
    write_new(&arguments.output, whole.text().as_bytes(), existing)?;
    say!(
        "{}{}\n{}\n",
        describe(&whole),
        whole.digest,
        arguments.output.display()
    );
    let failed = whole.parts().any(|p| p.outcome == OutcomeName::Failed);
    Ok(if failed {
        Status::Refuted
    } else {
        Status::Success
    })
}
