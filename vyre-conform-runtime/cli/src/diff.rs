//! `diff`: differences between two certificates. Each is verified without rerunning anything. One that does not verify
//! is compared as well, because it may be from another library, and its contents are called claims.

use super::exit::{Failure, Status};
use super::files::read;
use super::loudness::Verbosity;
use super::stdout;
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use vyre_conform_certificate::certificate;
use vyre_conform_certificate::escape::plain;
use vyre_conform_certificate::verify::{Refusal, Verification, Verifier};
use vyre_conform_harness::report::{pluralize, warn};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::Level;

/// Arguments of `diff`.
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
struct Comparison {
    same: bool,
    first: String,
    second: String,
    /// Reasons why certificates do not verify.
    not_verified: Vec<String>,
    differences: Vec<String>,
}

/// Runs `diff`.
pub(super) fn diff(arguments: &Arguments, loudness: Verbosity) -> Result<Status, Failure> {
    let (a, b) = (read(&arguments.first)?, read(&arguments.second)?);
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let verifier = Verifier::new(&catalog);
    let [x, y] = [&a, &b].map(|certificate| verifier.content(certificate.clone()));
    let absent = |of: &Result<Verification, Refusal>, level: Level| {
        of.as_ref()
            .map_or(0, |verified| verified.absent_from(level))
    };
    let absents: [&dyn Fn(Level) -> u64; 2] =
        [&|level| absent(&x, level), &|level| absent(&y, level)];
    let differences = certificate::diff_in_library([&a, &b], absents);
    let both = [(&arguments.first, &x), (&arguments.second, &y)];
    let not_verified: Vec<String> = both
        .into_iter()
        .filter_map(|(path, verified)| not_verified(path, verified))
        .collect();
    for line in &not_verified {
        warn(format_args!("not verified: {line}"));
    }
    let found = Comparison {
        same: differences.is_empty(),
        first: a.digest,
        second: b.digest,
        not_verified,
        differences,
    };
    match (arguments.json, found.same) {
        (true, _) => stdout::json(&found),
        (false, true) => sayln!("the same evidence: {}", plain(&found.first)),
        (false, false) if loudness.is_quiet() => {
            let lines = found.differences.len() as u64;
            sayln!("{}", pluralize(lines, "difference", "differences"));
        }
        (false, false) => found
            .differences
            .iter()
            .for_each(|line| sayln!("{}", plain(line))),
    }
    // Two files that claim the same are evidence only if both verify.
    Ok(if found.same && found.not_verified.is_empty() {
        Status::Success
    } else {
        Status::Refuted
    })
}

/// The reason why a certificate does not verify.
fn not_verified(path: &Path, verified: &Result<Verification, Refusal>) -> Option<String> {
    let refusal = verified.as_ref().err()?;
    let first = refusal.lines().into_iter().next().unwrap_or_default();
    let name = path.display().to_string();
    Some(format!(
        "{}: {first}. What differs is what it claims",
        plain(&name)
    ))
}
