//! The program that turns a browser into a backend, for the test `tools`.

use std::process::ExitCode;

fn main() -> ExitCode {
    vyre_conform_browser::main(std::env::args().skip(1).collect())
}
