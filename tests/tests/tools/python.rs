//! The example of a backend in Python: complete, short, and right.

use super::whole::{meets_a_sample, reaches_its_levels};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use vyre_conform_fuzz::{Callable, Case, agreement};
use vyre_conform_process::{ProcessBackend, serve_check};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_tests::tool::Tool;
use vyre_ops as _;

/// Python 3.
pub(crate) struct Python;

impl Tool for Python {
    const NAME: &'static str = "Python";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_PYTHON";

    fn find() -> Result<Self, String> {
        match Command::new("python3").arg("--version").output() {
            Ok(_) => Ok(Self),
            Err(error) => Err(format!(
                "`python3` cannot be run: {error} (Debian and Ubuntu: python3)"
            )),
        }
    }
}

/// The time limit for one answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

fn example() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("../vyre-conform-runtime/backends/process/examples/backend.py")
}

fn command() -> Vec<String> {
    vec!["python3".to_owned(), example().display().to_string()]
}

/// Oracle: the contract of backends.
pub(crate) fn python_passes_serve_check(_: Python) {
    let wrong = serve_check(&command(), PATIENCE).into_iter();
    let wrong: Vec<_> = wrong.filter(|one| one.fault.is_some()).collect();
    assert_eq!(wrong, []);
}

/// Oracle: the references.
pub(crate) fn python_meets_a_sample(_: Python) {
    meets_a_sample("process-python", command());
}

/// Oracle: docs/spec/conformance.md#levels. `--ignored`: it takes hours.
pub(crate) fn every_integer_op_reaches_l2_in_python(_: Python) {
    reaches_its_levels("process-python", command());
}

/// Oracle: the interpreter.
pub(crate) fn python_agrees_on_random_programs(_: Python) {
    agrees("process-python", command(), 300);
}

/// Oracle: the interpreter. `--ignored`: it takes an hour.
pub(crate) fn python_agrees_on_twenty_thousand_random_programs(_: Python) {
    agrees("process-python", command(), 20_000);
}

/// Asserts that a backend program agrees with the interpreter on this many random programs.
pub(crate) fn agrees(slug: &str, command: Vec<String>, programs: u64) {
    let catalog = Catalog::linked().expect("the library");
    let callable = Callable::of(catalog.ops());
    let opened = ProcessBackend::open(slug, command, PATIENCE);
    let backend = opened.unwrap_or_else(|error| panic!("{error}"));
    let mut agreed = 0;
    for seed in 0..programs {
        let case = Case::random(seed, &callable.signatures);
        match agreement(&case, &catalog, &backend) {
            Ok(beyond) => agreed += u64::from(beyond.is_none()),
            Err(actual) => panic!("seed {seed}: {actual}\n{}", case.text()),
        }
    }
    assert!(agreed > programs / 2, "{agreed}");
}

/// Oracle: the limit in the page on the protocol.
pub(crate) fn the_example_is_short() {
    let text = std::fs::read_to_string(example()).expect("readable");
    assert!(text.lines().count() <= 200);
}
