//! The suite on a backend out of process: a lost request is a failure of its case, whose input is saved, and the run
//! continues.

use super::open;
use crate::harness::support::{context, folder, run};
use vyre_conform_runtime::vyre_op;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::record::Outcome;

/// An op with an input for which the broken backend dies.
#[vyre_op(
    id = "toy::burning",
    boundaries((0xBAD_BAD)),
    table(
        (1) => 0xFFFF_FFFE, "every bit but the first",
        (0) => 0xFFFF_FFFF, "every bit",
        (0xFFFF_FFFF) => 0, "none",
    ),
)]
pub(super) const fn burning(a: u32) -> u32 {
    !a
}

/// Oracle: the broken backend, which dies for one word; the reference and the other trials are right.
#[test]
fn lost_case_fails_and_saves_its_input() {
    let backend: &'static dyn Backend = Box::leak(Box::new(open(&["dies"]).expect("it opens")));
    let root = folder();
    let context = context(&["toy::burning"], vec![backend], root.path());
    let outcomes = run(&context, "toy::burning");
    let mut failed = vec![];
    for (id, outcome) in &outcomes {
        match outcome {
            Outcome::Failed(failure) => failed.push((id.as_str(), failure)),
            Outcome::Passed => {}
            other => panic!("{id}: {other:?}"),
        }
    }
    let parity = failed.iter().find(|(id, _)| id.contains("parity"));
    let (_, failure) = parity.expect("the boundary is the word");
    for part in [
        "gives no result",
        "input     a = 0x00ba_dbad",
        "the device burnt",
        "regressions/toy.burning.toml",
    ] {
        assert!(failure.report.contains(part), "{}", failure.report);
    }
    assert!(root.path().join("regressions/toy.burning.toml").exists());
    let passed = outcomes.iter().filter(|(_, outcome)| outcome.passed());
    assert!(passed.count() > 3, "{outcomes:?}");
}
