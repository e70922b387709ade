//! Backends out of process: the protocol `vyre-backend/1`, and the failures that its host survives.

mod check;
mod commands;
mod digest;
mod fuzzed;
mod host;
mod kills;
mod lies;
mod losses;
mod page;
mod suite;

use std::time::Duration;
use vyre_conform_process::{ProcessBackend, StartError};

/// The time limit for an answer of a broken backend.
const PATIENCE: Duration = Duration::from_secs(2);

/// The command of the program that violates the protocol in this way.
fn broken_command(arguments: &[&str]) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_vyre-broken-backend");
    let words = std::iter::once(program).chain(arguments.iter().copied());
    words.map(str::to_owned).collect()
}

/// This program as a backend.
fn open(arguments: &[&str]) -> Result<ProcessBackend, StartError> {
    ProcessBackend::open("process-broken", broken_command(arguments), PATIENCE)
}
