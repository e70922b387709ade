//! The trials of wrong ops, as a test binary. Only the tests of `scale` run it.

mod ops;

fn main() -> std::process::ExitCode {
    vyre_conform_harness::main(".")
}
