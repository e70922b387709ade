//! A suite of one op with backends that each have a different defect. `tests/bad_backends.rs` runs it as a separate
//! process, whose end stops the threads that never return.

mod backends;

use vyre_conform_runtime::vyre_op;

/// The sum of two numbers, wrapping.
#[vyre_op(
    id = "bad::sum",
    laws(Commutative),
    boundaries((u32::MAX, 1)),
    table(
        (2, 3) => 5, "two and three",
        (0xFFFF_FFFF, 1) => 0, "the sum wraps",
        (0x8000_0000, 0x7FFF_FFFF) => 0xFFFF_FFFF, "every bit, without a carry",
    ),
)]
pub const fn sum(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// Runs the trials if `BAD_SUITE` is set, and the command line otherwise.
fn main() -> std::process::ExitCode {
    match std::env::var_os("BAD_SUITE") {
        Some(_) => vyre_conform_harness::main("."),
        None => vyre_conform_cli::main(),
    }
}
