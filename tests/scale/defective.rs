//! The command line over wrong ops. Only the tests of `scale` run it.

mod ops;

fn main() -> std::process::ExitCode {
    vyre_conform_cli::main()
}
