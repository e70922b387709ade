//! `serve` and `serve-check`: both sides of the protocol of backends out of process.

use super::exit::{Failure, Status};
use super::selection::Selection;
use clap::Args;
use std::io::{BufReader, stdin, stdout};
use std::time::Duration;
use vyre_conform_certificate::escape::message;
use vyre_conform_harness::process;

/// What `serve` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: Selection,
}

/// What `serve-check` is asked for.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Seconds that one answer may take.
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
            "one backend is served, and these are there: {}. Name one with --adapter",
            slugs.join(", ")
        )));
    };
    let mut from = BufReader::with_capacity(1 << 16, stdin().lock());
    let served = process::serve(*backend, &mut from, &mut stdout().lock());
    served.map_err(Failure::io)?;
    Ok(Status::Success)
}

/// Runs `serve-check`.
pub(super) fn check(arguments: &Check) -> Result<Status, Failure> {
    let patience = Duration::from_secs(arguments.patience.max(1));
    let checked = process::serve_check(&arguments.command, patience);
    let wrong = checked.iter().filter(|one| one.wrong.is_some()).count();
    for one in &checked {
        match &one.wrong {
            None => sayln!("right  {}", one.what),
            Some(wrong) => sayln!(
                "WRONG  {}\n       {}",
                one.what,
                message(wrong).replace('\n', "\n       ")
            ),
        }
    }
    match wrong {
        0 => Ok(Status::Success),
        _ => Err(Failure::refuted(format!(
            "{wrong} of {} things that a backend must do are wrong; docs/protocol.md says how each is done",
            checked.len()
        ))),
    }
}
