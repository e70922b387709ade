//! Backends that are programs of their own: the protocol `vyre-backend/1`, and what its host survives.

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

/// The time that an answer of a broken backend may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// The command of the program that breaks the protocol in this way.
fn broken(arguments: &[&str]) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_vyre-broken-backend");
    let words = std::iter::once(program).chain(arguments.iter().copied());
    words.map(str::to_owned).collect()
}

/// That program as a backend.
fn open(arguments: &[&str]) -> Result<ProcessBackend, StartError> {
    ProcessBackend::open("process-broken", broken(arguments), PATIENCE)
}
