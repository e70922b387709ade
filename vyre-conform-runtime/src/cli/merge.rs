//! `merge`: the certificate of the whole from those of its shards, all of which must verify.

use super::certify::{Existing, write_new};
use super::describe::describe;
use super::exit::{Failure, Status};
use super::files::read;
use super::verify::{Verifier, told};
use crate::catalog::Catalog;
use crate::certify::certificate::{self, OutcomeName};
use crate::harness::escape::plain;
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
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let verifier = Verifier::new(&catalog);
    let mut shards = vec![];
    let mut refused = vec![];
    for path in &arguments.shards {
        let name = plain(&path.display().to_string()).into_owned();
        let shard = read(path)?;
        if let Err(refusal) = verifier.content(shard.clone()) {
            refused.push(told(&name, &refusal));
        }
        shards.push((name, shard));
    }
    // What belongs to other work is told as such before what is wrong with it by itself.
    let whole =
        certificate::merge(&shards).map_err(|error| Failure::refuted(plain(&error.to_string())))?;
    if !refused.is_empty() {
        return Err(Failure::refuted(format!(
            "not merged: {}",
            refused.join("\n")
        )));
    }
    // Shards that verify can still contradict one another.
    let whole = verifier.content(whole).map_err(|refusal| {
        Failure::refuted(format!(
            "not merged: {}",
            told("the certificate of the whole", &refusal)
        ))
    })?;
    let whole = whole.certificate;
    let existing = match arguments.force {
        true => Existing::Replace,
        false => Existing::Keep,
    };
    write_new(&arguments.output, whole.text().as_bytes(), existing)?;
    sayln!(
        "verified: {} shards and the whole. Nothing was run again: results, device and unsupported parts are the \
         issuers' word",
        shards.len()
    );
    say!(
        "{}{}\n{}\n",
        describe(&whole),
        whole.digest,
        plain(&arguments.output.display().to_string())
    );
    let failed = whole.parts().any(|p| p.outcome == OutcomeName::Failed);
    Ok(if failed {
        Status::Refuted
    } else {
        Status::Success
    })
}
