//! The calls of cargo-nextest to a test binary: a list, and one process per trial. `--partition hash:k/n` needs nothing
//! else, because every trial runs separately.

use std::collections::BTreeSet;
use std::process::{Command, Output};

/// A number of cases below the first failure.
const CASE_COUNT: &str = "2000";

/// Runs the trials of `vyre-trials`, whose ops are those of `vyre-defective`.
fn trials(cases: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vyre-trials"));
    // Without drivers: trials that need one are ignored, on every machine alike.
    command
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env_remove("VK_ADD_DRIVER_FILES");
    for name in [
        "VYRE_ADAPTER",
        "VYRE_ICD",
        "VYRE_REQUIRE_GPU",
        "VYRE_REQUIRE_ADAPTERS",
    ] {
        command.env_remove(name);
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    command.env("VYRE_CASES", cases).current_dir(folder.path());
    command.args(arguments).output().expect("started")
}

/// The names in a list in nextest's format, with lines `NAME: test` and nothing else.
fn list(more: &[&str]) -> BTreeSet<String> {
    let output = trials(
        CASE_COUNT,
        &[&["--list", "--format", "terse"], more].concat(),
    );
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let name = |line: &str| line.strip_suffix(": test").map(str::to_owned);
    text.lines()
        .map(|line| name(line).expect("a trial"))
        .collect()
}

/// Oracle: the documentation of nextest ("Custom test harnesses"), and counting.
#[test]
fn every_trial_is_listed_and_runs_by_itself_in_one_partition() {
    let (all, ignored) = (list(&[]), list(&["--ignored"]));
    assert!(ignored.is_subset(&all) && ignored.len() < all.len());
    assert!(ignored.iter().all(|name| name.contains("no-adapter")));
    let run: BTreeSet<&String> = all.difference(&ignored).collect();
    let mut visited = BTreeSet::new();
    for k in 0..2 {
        let hash = |name: &str| name.bytes().map(u32::from).sum::<u32>();
        for name in run.iter().filter(|name| hash(name) % 2 == k) {
            let output = trials(CASE_COUNT, &["--exact", name, "--nocapture"]);
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{name}: {text}");
            assert!(
                text.contains("1 passed") && !text.contains("not established"),
                "{text}"
            );
            assert!(visited.insert(*name), "{name} ran twice");
        }
    }
    assert_eq!(visited, run);
    let wrong = "defect::lopsided::law::commutative::witnessed";
    assert!(run.iter().any(|name| *name == wrong));
    assert!(
        !trials("3e7", &["--exact", wrong, "--nocapture"])
            .status
            .success()
    );
}
