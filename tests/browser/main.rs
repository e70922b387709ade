//! The program that makes a browser a backend, for the test `tools`.

use std::process::ExitCode;

fn main() -> ExitCode {
    vyre_conform_browser::main(std::env::args().skip(1).collect())
}
