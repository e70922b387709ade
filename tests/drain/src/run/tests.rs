//! Runs of scripts in place of test binaries.

use super::*;
use crate::plan::tests::planned;
use std::os::unix::fs::PermissionsExt as _;
use vyre_conform_verdicts::VerdictStore;

const PASSES: &str = "echo 'test result: ok. 1 passed; 0 failed; 0 ignored'";

/// A binary that consists of this script.
fn script(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
    path.to_string_lossy().into_owned()
}

/// The outcomes of a run of these scripts, each as the only test in it, and the names in the store afterwards.
fn ran(scripts: &[(&str, &str, bool)], budget: Duration) -> (Vec<Outcome>, Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pending = scripts
        .iter()
        .map(|(name, text, held)| planned(name, &script(folder.path(), name, text), *held));
    let plan = Plan {
        pending: pending.collect(),
        held: vec![],
    };
    let path = folder.path().join("store");
    let store = VerdictStore::open(&path);
    plan.pending
        .iter()
        .filter_map(|item| item.held.clone())
        .for_each(|verdict| store.keep(verdict));
    store.sync();
    let store = VerdictStore::open(&path);
    let mut report = Report::in_folder(folder.path().to_owned(), &plan);
    let verdicts = TestVerdicts {
        store: &store,
        driver: DRIVER,
    };
    run(&plan, Some(budget), &mut report, verdicts);
    store.sync();
    let outcomes = scripts
        .iter()
        .map(|(name, ..)| report.outcome(name).expect("an outcome").clone());
    let outcomes = outcomes.collect();
    let store = VerdictStore::open(&path);
    let kept = store
        .verdicts()
        .iter()
        .map(|item| item.obligation.clone())
        .collect();
    (outcomes, kept)
}

/// Oracle: the exit codes and outputs of the scripts.
#[test]
fn only_passed_tests_are_kept() {
    let scripts = [
        ("passes", PASSES, false),
        ("fails", "echo why; exit 101", false),
        (
            "absent",
            "echo 'test [Z3] absent ... ignored (no z3)'; echo 'test result: ok. 0 passed;'",
            false,
        ),
        (
            "nothing",
            "echo 'test result: ok. 0 passed; 0 failed'",
            false,
        ),
    ];
    let (outcomes, kept) = ran(&scripts, Duration::from_secs(60));
    assert_eq!(outcomes[0], Outcome::Passed);
    assert_eq!(outcomes[1], Outcome::Failed("why".to_owned()));
    assert!(
        matches!(&outcomes[2], Outcome::NotRun(reason) if reason.contains("no z3")),
        "{outcomes:?}"
    );
    // An unknown name runs nothing, which a test harness reports as success.
    assert!(matches!(outcomes[3], Outcome::Failed(_)), "{outcomes:?}");
    assert_eq!(kept, ["passes"]);
}

/// Oracle: the clock: scripts that sleep for an hour, and their children, end with the budget.
#[test]
fn unfinished_tests_are_pending() {
    let started = Instant::now();
    let scripts = [
        ("one", "sleep 3600 & wait", false),
        ("two", "sleep 3600", false),
        ("three", "sleep 3600", false),
    ];
    let (outcomes, kept) = ran(&scripts, Duration::from_secs(2));
    assert_eq!(
        outcomes,
        [Outcome::Pending, Outcome::Pending, Outcome::Pending]
    );
    assert!(kept.is_empty() && started.elapsed() < Duration::from_secs(60));
}

/// Oracle: docs/book/suite.md#held-trials: a repeated test that fails withdraws all verdicts of its driver.
#[test]
fn a_repeated_test_that_fails_withdraws_the_verdicts() {
    let (outcomes, kept) = ran(
        &[("held", "exit 1", true), ("other", PASSES, true)],
        Duration::from_secs(60),
    );
    assert!(matches!(outcomes[0], Outcome::Failed(_)));
    assert!(kept.is_empty(), "{kept:?}");
}
