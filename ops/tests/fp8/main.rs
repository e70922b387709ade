//! The suite of two formats of eight bits, whose ops are declared here: what a new format takes is tried with them.

mod kernels;
mod ops;
mod tables;

use std::process::ExitCode;

/// The beginning of the names of these ops; what else is linked has a suite of its own.
const IDS: &str = "f8e";

fn main() -> ExitCode {
    let differences = tables::differences();
    for difference in &differences {
        eprintln!("error: {difference}");
    }
    if differences.is_empty() {
        vyre_conform_harness::main_of(env!("CARGO_MANIFEST_DIR"), Some(IDS))
    } else {
        ExitCode::from(101)
    }
}
