//! Commands of the binary with this library, on the available adapter.

/// The binary with this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

mod book;
mod certified;
mod check;
mod discovered;
mod json;
mod kernel;
mod messages;
mod output;
mod regressions;
mod shell;
mod show;
mod usage;
