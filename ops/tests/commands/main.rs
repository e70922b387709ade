//! Commands of the binary over this library, on whatever adapter is there.

/// The binary over this library.
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
