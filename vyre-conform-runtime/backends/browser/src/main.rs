//! `vyre-browser -- BROWSER OPTIONS`: see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    vyre_conform_browser::main(std::env::args().skip(1).collect())
}
