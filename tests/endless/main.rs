//! A suite of ops and engines, some of whose functions do not return. `tests/endless.rs` runs it as a separate process,
//! whose end stops the remaining threads.

// The defects are those that clippy would report.
#![allow(clippy::while_immutable_condition)]

mod engines;

use vyre_conform_runtime::{bound, vyre_fn, vyre_op};

/// Returns the number, but never ends for 3: the translation shows it.
#[vyre_op(
    id = "endless::stated",
    laws(),
    boundaries((u32::MAX)),
    table(
        (2) => 2, "the number itself",
        (0xFFFF_FFFF) => 0xFFFF_FFFF, "every bit",
    ),
)]
pub fn stated(mut x: u32) -> u32 {
    while x == 3 {
        bound!(100);
        x = 3;
    }
    x
}

/// Returns the number.
#[vyre_fn]
pub fn plain(x: u32) -> u32 {
    x
}

/// Returns the number, except for 7: its loop is in no translated text, so that only the function shows it.
#[vyre_op(
    id = "endless::hidden",
    laws(),
    boundaries((u32::MAX)),
    table(
        (2) => 2, "the number itself",
        (0xFFFF_FFFF) => 0xFFFF_FFFF, "every bit",
    ),
    lower = plain,
)]
pub fn hidden(x: u32) -> u32 {
    while x == 7 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    x
}

/// Returns the number with every bit flipped.
#[vyre_op(
    id = "endless::never",
    laws(Involution),
    boundaries((u32::MAX)),
    table(
        (2) => 0xFFFF_FFFD, "all but one bit",
        (0xFFFF_FFFF) => 0, "every bit",
    ),
)]
pub const fn never(x: u32) -> u32 {
    !x
}

/// Runs the trials if `ENDLESS_SUITE` is set, and the command line otherwise.
fn main() -> std::process::ExitCode {
    match std::env::var_os("ENDLESS_SUITE") {
        Some(_) => vyre_conform_harness::main("."),
        None => vyre_conform_cli::main(),
    }
}
