//! Runs the long tests of the workspace.

fn main() -> std::process::ExitCode {
    vyre_conform_drain::main()
}
