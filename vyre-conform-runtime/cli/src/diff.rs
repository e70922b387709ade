//! `diff`: what differs between two certificates.

use super::exit::{Failure, Status};
use super::files::read;
use super::loudness::Loudness;
use super::say;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use vyre_conform_certificate::certificate;
use vyre_conform_harness::escape::plain;
use vyre_conform_harness::report::counted;

/// What `diff` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A certificate.
    first: PathBuf,
    /// Another one.
    second: PathBuf,
    /// Give the differences as one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// Two certificates side by side.
#[derive(Serialize)]
struct Compared {
    same: bool,
    first: String,
    second: String,
    differences: Vec<String>,
}

/// Runs `diff`.
pub(super) fn diff(arguments: &Arguments, loudness: Loudness) -> Result<Status, Failure> {
    let (a, b) = (read(&arguments.first)?, read(&arguments.second)?);
    let differences = certificate::diff(&a, &b);
    let found = Compared {
        same: differences.is_empty(),
        first: a.digest,
        second: b.digest,
        differences,
    };
    match (arguments.json, found.same) {
        (true, _) => say::json(&found),
        (false, true) => sayln!("the same evidence: {}", found.first),
        (false, false) if loudness.is_quiet() => {
            let lines = found.differences.len() as u64;
            sayln!("{}", counted(lines, "difference", "differences"));
        }
        (false, false) => found
            .differences
            .iter()
            .for_each(|line| sayln!("{}", plain(line))),
    }
    Ok(match found.same {
        true => Status::Success,
        false => Status::Refuted,
    })
}
