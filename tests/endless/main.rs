//! A suite of ops and engines, some of whose functions do not come back. `tests/endless.rs` runs it as a process of
//! its own, which the threads that are left behind end with.

// What clippy would have said of them is what they are about.
#![allow(clippy::while_immutable_condition)]

mod engines;

use vyre_conform_runtime::{bound, vyre_fn, vyre_op};

/// The number, but for 3, on which it never ends: the translation shows it.
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

/// The number.
#[vyre_fn]
pub fn plain(x: u32) -> u32 {
    x
}

/// The number, but for 7: its loop is in no text that is translated, so that nothing but the function shows it.
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

/// The number with every bit turned over.
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

/// The trials where `ENDLESS_SUITE` is set, and the command line otherwise.
fn main() -> std::process::ExitCode {
    match std::env::var_os("ENDLESS_SUITE") {
        Some(_) => vyre_conform_harness::main("."),
        None => vyre_conform_cli::main(),
    }
}
