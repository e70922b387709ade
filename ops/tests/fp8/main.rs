//! The suite of two eight-bit formats, whose ops are declared here: it tests the steps for adding a format.

mod kernels;
mod ops;
mod tables;

use std::process::ExitCode;

/// The prefix of the names of these ops; other linked ops have their own suite.
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
