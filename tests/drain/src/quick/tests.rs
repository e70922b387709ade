//! Runs of scripts in place of test binaries.

use super::*;
use std::fs;
use vyre_conform_verdicts::KeyBuilder;

/// A script that counts its runs in a file, and prints this result line.
fn script(folder: &Path, name: &str, line: &str, code: u32) -> TestProcess {
    let mut command = Command::new("sh");
    let text = format!("echo run >> {name}; echo '{line}'; exit {code}");
    command.current_dir(folder).args(["-c", &text]);
    TestProcess {
        name: name.to_owned(),
        key: KeyBuilder::default().with("binary", name).finish(),
        command,
        held: None,
    }
}

/// The number of runs of a script.
fn runs(folder: &Path, name: &str) -> usize {
    fs::read_to_string(folder.join(name)).map_or(0, |text| text.lines().count())
}

/// Runs scripts with what the store of the folder holds.
fn run_scripts(folder: &Path, mut processes: Vec<TestProcess>) -> bool {
    let store = VerdictStore::open(&folder.join("store"));
    for process in &mut processes {
        process.held = store.find(&process.key).cloned();
    }
    let verdicts = TestVerdicts {
        store: &store,
        driver: DRIVER,
    };
    run_processes(processes, verdicts, "order")
}

const PASSES: &str = "test result: ok. 12 passed; 0 failed; 1 ignored";

/// Oracle: the files that the scripts write.
#[test]
fn of_binaries_that_passed_only_a_sample_runs_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let names = ["a", "b", "c", "d"];
    let all = || {
        names
            .map(|name| script(folder.path(), name, PASSES, 0))
            .into()
    };
    assert!(run_scripts(folder.path(), all()));
    assert_eq!(names.map(|name| runs(folder.path(), name)), [1; 4]);
    assert!(run_scripts(folder.path(), all()));
    let total: usize = names.iter().map(|name| runs(folder.path(), name)).sum();
    assert_eq!(total, 4 + MIN_SAMPLE);
    let store = VerdictStore::open(&folder.path().join("store"));
    assert!(store.verdicts().iter().all(|of| of.cases == 12));
}

/// Oracle: the files that the scripts write.
#[test]
fn a_failure_is_not_held_and_a_held_binary_that_fails_withdraws_all() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fails = || vec![script(folder.path(), "a", "test result: FAILED.", 1)];
    assert!(!run_scripts(folder.path(), fails()));
    assert!(!run_scripts(folder.path(), fails()));
    assert_eq!(runs(folder.path(), "a"), 2);
    let passes = || vec![script(folder.path(), "b", PASSES, 0)];
    assert!(run_scripts(folder.path(), passes()));
    let breaks = vec![script(folder.path(), "b", "test result: FAILED.", 1)];
    assert!(!run_scripts(folder.path(), breaks));
    assert!(run_scripts(folder.path(), passes()));
    let store = VerdictStore::open(&folder.path().join("store"));
    assert!(store.is_withdrawn(DRIVER, 0));
}

/// Oracle: the files that the script writes.
#[test]
fn a_binary_that_does_not_start_fails_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut absent = script(folder.path(), "a", PASSES, 0);
    absent.command = Command::new(folder.path().join("absent"));
    let present = script(folder.path(), "b", PASSES, 0);
    assert!(!run_scripts(folder.path(), vec![absent, present]));
    assert_eq!(runs(folder.path(), "b"), 1);
}
