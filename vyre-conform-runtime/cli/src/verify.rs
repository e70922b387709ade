//! `verify`: verifies certificates, and with `--rerun` repeats a share of their evidence.
//!
//! A [`Verifier`](vyre_conform_certificate::verify::Verifier) compares a certificate with the library. Several files
//! are reported separately; one refused file fails the command.

mod proofs;
mod report;
mod rerun;
mod signature;
mod words;

use super::exit::{Failure, Status};
use super::files;
use super::levels;
use super::loudness::Verbosity;
use clap::Args;
pub(super) use signature::is_signed;
use std::path::PathBuf;
use vyre_conform_certificate::verify::{NOT_HERE, Refusal};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::Level;
use vyre_conform_suite::plan::numbers::seed;

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The certificates; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Run this share of the evidence again, such as 5%, and compare. Parts of a backend need the same backend on this
    /// machine.
    #[arg(long, value_name = "P%", value_parser = percent)]
    rerun: Option<f64>,
    /// The seed that chooses the parts to run again; by default from the clock, and printed.
    #[arg(long, requires = "rerun", value_parser = |text: &str| seed(text).ok_or("a 64-bit number, decimal or 0x..."))]
    seed: Option<u64>,
    /// With --rerun: fail if a part cannot run again on this machine.
    #[arg(long, requires = "rerun")]
    require_all: bool,
    /// Check every proof of a law with the formulas and proofs of this folder, as `certify --keep-proofs` wrote them;
    /// decide laws without formulas again.
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// Require that the certificate establishes this level; otherwise the exit code is 1.
    #[arg(long, value_parser = levels::parser())]
    level: Option<Level>,
    /// Tell what was found as one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>();
    let number = number.map_err(|_| "a share such as 5%".to_owned())?;
    if number > 0.0 && number <= 100.0 {
        Ok(number / 100.0)
    } else {
        Err("more than 0% and at most 100%".into())
    }
}

/// Runs `verify`.
pub(super) fn verify(arguments: &Arguments, loudness: Verbosity) -> Result<Status, Failure> {
    let stdin = |file: &&PathBuf| file.as_os_str() == files::STDIN;
    if arguments.files.iter().filter(stdin).count() > 1 {
        return Err(Failure::usage(
            "`-` is standard input, which can be read once",
        ));
    }
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    Ok(report::verify(arguments, &catalog, loudness))
}

/// Maximal number of listed problems; the others are counted.
const MAX_LISTED: usize = 20;

/// The message about a refused file.
pub(super) fn refusal_message(name: &str, refusal: &Refusal) -> String {
    listed(name, refusal, MAX_LISTED)
}

/// [`refusal_message`] with at most this many problems.
fn listed(name: &str, refusal: &Refusal, most: usize) -> String {
    let problems = refusal.lines();
    if let (Refusal::Unreadable(_), [one]) = (refusal, &problems[..]) {
        return format!("{name}: {one}");
    }
    let lines = problems.iter().take(most);
    let lines: Vec<String> = lines.map(|p| format!("\n  {p}")).collect();
    let more = match problems.len() {
        n if n > most => format!("\n  and {} more", n - most),
        _ => String::new(),
    };
    // All other problems follow from that.
    let elsewhere = problems.iter().any(|problem| problem.ends_with(NOT_HERE));
    let whose = if elsewhere {
        "\n  verify a certificate with the command line of its own ops: in their crate `cargo run --example conform \
         -- verify FILE` (docs/spec/command-line.md)"
    } else {
        ""
    };
    format!("{name} does not verify:{}{more}{whose}", lines.concat())
}
