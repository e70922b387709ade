//! The command line over ops that are wrong. The tests of `scale` run it; nobody else does.

mod ops;

fn main() -> std::process::ExitCode {
    vyre_conform_cli::main()
}
