//! The trials of ops that are wrong, as a test binary. The tests of `scale` run it; nobody else does.

mod ops;

fn main() -> std::process::ExitCode {
    vyre_conform_harness::main(".")
}
