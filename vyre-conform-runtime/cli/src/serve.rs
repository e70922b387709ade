//! `serve` and `serve-check`: both sides of the protocol of backends out of process.

use super::exit::{Failure, Status};
use super::loudness::Verbosity;
use super::selection::Selection;
use clap::Args;
use std::io::{BufReader, stdin, stdout};
use std::time::Duration;
use vyre_conform_certificate::escape::message;
use vyre_conform_harness::process;

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: Selection,
}

/// Arguments of `serve-check`.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The most seconds of an answer.
    #[arg(long, default_value_t = 20)]
    patience: u64,
    /// The program and its arguments.
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

/// Runs `serve`.
pub(super) fn serve(arguments: &Arguments) -> Result<Status, Failure> {
    let backends = arguments.selection.backends()?;
    let [backend] = backends.as_slice() else {
        let slugs = backends.iter().map(|backend| &*backend.identity().slug);
        let slugs: Vec<&str> = slugs.collect();
        return Err(Failure::usage(format!(
            "`serve` takes one backend, and these are available: {}. Name one with --adapter",
            slugs.join(", ")
        )));
    };
    let mut from = BufReader::with_capacity(1 << 16, stdin().lock());
    let served = process::serve(*backend, &mut from, &mut stdout().lock());
    served.map_err(Failure::io)?;
    Ok(Status::Success)
}

/// Runs `serve-check`.
pub(super) fn check(arguments: &Check, loudness: Verbosity) -> Result<Status, Failure> {
    let patience = Duration::from_secs(arguments.patience.max(1));
    let (mut all, mut wrong) = (0, 0);
    process::serve_check_each(&arguments.command, patience, &mut |one| {
        all += 1;
        match &one.fault {
            None if loudness.is_quiet() => {}
            None => sayln!("right  {}", one.description),
            Some(reason) => {
                wrong += 1;
                let reason = message(reason).replace('\n', "\n       ");
                sayln!("WRONG  {}\n       {reason}", one.description);
            }
        }
        true
    });
    match wrong {
        0 => {
            sayln!("all {all} requirements of a backend are met");
            Ok(Status::Success)
        }
        _ => Err(Failure::refuted(format!(
            "{wrong} of {all} requirements of a backend are not met; docs/spec/protocol.md describes each"
        ))),
    }
}
