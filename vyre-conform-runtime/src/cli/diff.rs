//! `diff`: what differs between two certificates.

use super::exit::{Failure, Status};
use super::files::read;
use crate::certify::certificate;
use crate::harness::escape::plain;
use clap::Args;
use std::path::PathBuf;

/// What `diff` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A certificate.
    first: PathBuf,
    /// Another one.
    second: PathBuf,
}

/// Runs `diff`.
pub(super) fn diff(arguments: &Arguments) -> Result<Status, Failure> {
    let (a, b) = (read(&arguments.first)?, read(&arguments.second)?);
    let lines = certificate::diff(&a, &b);
    if lines.is_empty() {
        sayln!("the same evidence: {}", a.digest);
        return Ok(Status::Success);
    }
    lines.iter().for_each(|line| sayln!("{}", plain(line)));
    Ok(Status::Refuted)
}
