//! The command line over this library.
use vyre_ops as _;

fn main() -> std::process::ExitCode {
    vyre_conform_runtime::cli::main()
}
