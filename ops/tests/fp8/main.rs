//! The suite of two formats of eight bits, whose ops are declared here: what a new format takes is tried with them.

mod kernels;
mod ops;
mod tables;

use libtest_mimic::Arguments;
use std::path::Path;
use std::process::ExitCode;
use vyre_conform_tests::sampled;

/// What stands in the ids of these ops; what else is linked has a suite of its own.
const IDS: &str = "f8e";

/// What a sample takes: with three operands an op has 2^24 inputs.
const FORMATS: [&str; 2] = ["f8e4m3", "f8e5m2"];

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    if let Some(sample) = sampled::sample() {
        arguments.skip.extend(sample.skipped(&FORMATS));
    }
    arguments.filter.get_or_insert_with(|| IDS.to_owned());
    let differences = tables::differences();
    for difference in &differences {
        eprintln!("error: {difference}");
    }
    let context = match vyre_conform_harness::Context::open(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        Ok(context) => context,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(101);
        }
    };
    let code = vyre_conform_harness::run(arguments, context);
    match differences.is_empty() {
        true => code,
        false => ExitCode::from(101),
    }
}
