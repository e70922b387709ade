//! A counterexample survives shards, kills, resumption and merging.

use std::process::Stdio;
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::{Certificate, OutcomeName, Part};
use vyre_conform_harness::regressions::RegressionStore;
use vyre_conform_tests::sandbox::Sandbox;

const CASES: [&str; 4] = ["--cases", "3e7", "--threads", "1"];
const OPS: [&str; 2] = ["defect::lopsided", "defect::mistranslated"];

fn arguments_with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&CASES[..], more].concat()
}

/// The faults of the ops in `vyre-defective`, implemented a second time.
fn rare(a: u32) -> bool {
    (a ^ 0x5bd1_e995).wrapping_mul(0x9e37_79b1) >> 14 == 0x1357
}

fn lopsided(a: u32, b: u32) -> u32 {
    if rare(a) { a } else { a ^ b }
}

fn failed(certificate: &Certificate) -> Vec<&Part> {
    let parts = certificate.parts();
    parts.filter(|p| p.outcome == OutcomeName::Failed).collect()
}

/// Asserts that every counterexample is one, by the function above.
fn refutes(part: &Part) {
    let counterexample = part.counterexample.as_ref().expect("values");
    let inputs: Vec<u32> = counterexample
        .inputs
        .iter()
        .map(|v| v.value().expect("a value").words()[0])
        .collect();
    match inputs[..] {
        [a, b] => assert_ne!(lopsided(a, b), lopsided(b, a), "{}", part.id),
        [a] => {
            assert!(rare(a), "{}: {a:#x}", part.id);
            let expected = counterexample.expected.as_ref().and_then(|v| v.value());
            assert_eq!(expected.expect("a value").words(), [a.wrapping_add(1)]);
            assert_eq!(
                counterexample.found.as_deref(),
                Some(&["0x00000000".to_owned()][..])
            );
        }
        _ => panic!("{inputs:?}"),
    }
    assert!(part.failures > 0 && counterexample.case.is_some());
}

/// Starts a run and kills it as soon as its journal has a failure; false if the run ended before.
fn kill_at_a_failure(sandbox: &Sandbox, file: &str, more: &[&str]) -> bool {
    let mut child = sandbox.command(&sandbox.certify_arguments("defect::", file, more));
    let child = child.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.spawn().expect("started");
    let journal = sandbox.path(&format!("{file}.journal"));
    let started = Instant::now();
    let stored = || {
        let text = std::fs::read_to_string(&journal).unwrap_or_default();
        text.lines()
            .skip(1)
            .any(|line| !line.contains("\"failures\":0,"))
    };
    while !stored() && child.try_wait().expect("a child").is_none() {
        assert!(started.elapsed() < Duration::from_secs(120), "no failure");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    journal.exists()
}

/// Oracle: the undisturbed run, and the second implementation of the fault.
#[test]
#[ignore = "a long run: seconds"]
fn a_counterexample_survives_shards_kills_and_merging() {
    let whole = Sandbox::with_adapter(crate::BINARY);
    let ran = whole.certify("defect::", "whole.json", &CASES);
    assert_eq!(ran.code, Some(1), "it is refuted: {}", ran.stderr);
    let expected = whole.read("whole.json");
    let refuted: Vec<&str> = failed(&expected).iter().map(|p| p.id.as_str()).collect();
    for op in OPS {
        assert!(refuted.iter().any(|id| id.starts_with(op)), "{refuted:?}");
    }
    failed(&expected).into_iter().for_each(refutes);
    assert_eq!(whole.run(&["verify", "whole.json"]).code, Some(0));

    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let store = RegressionStore::of_crate(&sandbox.path(""));
    let mut merge = vec!["merge".to_owned()];
    let mut killed = 0;
    for number in 1..=3 {
        let file = format!("{number}.json");
        let shard = format!("{number}/3");
        let more = arguments_with(&["--shard", &shard]);
        if kill_at_a_failure(&sandbox, &file, &more) {
            killed += 1;
            let saved = OPS.map(|op| store.load(op).expect("readable").len());
            assert!(saved.iter().sum::<usize>() > 0, "saved at once: {saved:?}");
        }
        let more = arguments_with(&["--shard", &shard, "--resume-if-any"]);
        let second = sandbox.certify("defect::", &file, &more);
        assert_eq!(second.code, Some(1), "it is refuted: {}", second.stderr);
        // `verify` reports the refutation for a shard as for the whole.
        let output = sandbox.run(&["verify", &file]);
        assert!(
            output.stdout.contains("  refuted: defect::"),
            "{}",
            output.stdout
        );
        merge.push(file);
    }
    assert!(killed >= 2, "{killed} of 3 were killed after a failure");
    merge.extend(["-o", "merged.json"].map(str::to_owned));
    let arguments: Vec<&str> = merge.iter().map(String::as_str).collect();
    let merged = sandbox.run(&arguments);
    assert_eq!(merged.code, Some(1), "it is refuted: {}", merged.stderr);
    let certificate = sandbox.read("merged.json");
    assert_eq!(certificate.evidence, expected.evidence);
    assert_eq!(certificate.digest, expected.digest);
    failed(&certificate).into_iter().for_each(refutes);
    let verified = sandbox.run(&["verify", "merged.json"]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    let second = sandbox.run(&["verify", "merged.json", "--rerun", "2%", "--seed", "3"]);
    assert_eq!(second.code, Some(0), "{}", second.stderr);
    assert_eq!(whole.run(&["verify", "whole.json"]).code, Some(0));
}

/// Oracle: the rules that the suite of a shard is independent of the other shards' saved failures, and that every later
/// run replays every saved input.
#[test]
#[ignore = "a long run: seconds"]
fn shards_skip_failures_of_other_shards_and_later_runs_replay_them() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let filter = "defect::lopsided";
    let more = |cases, shard| ["--cases", cases, "--threads", "1", "--shard", shard];
    let replays = |file: &str| {
        let certificate = sandbox.read(file);
        let parts = certificate.parts().map(|p| p.id.clone());
        parts.filter(|id| id.contains("::regressions")).count()
    };
    let run = |file: &str, more: &[&str]| {
        let output = sandbox.certify(filter, file, more);
        assert!(matches!(output.code, Some(0 | 1)), "{}", output.stderr);
        replays(file)
    };
    assert_eq!(run("1.json", &more("3e6", "1/2")), 0);
    let store = RegressionStore::of_crate(&sandbox.path(""));
    let saved = store.load(filter).expect("readable");
    assert!(!saved.is_empty(), "the first shard saved what it found");
    assert_eq!(run("2.json", &more("3e6", "2/2")), 0);
    let merged = sandbox.run(&["merge", "1.json", "2.json", "-o", "merged.json"]);
    assert_eq!(
        merged.code,
        Some(1),
        "refuted, not foreign: {}",
        merged.stderr
    );
    // Shards of other work, and whole runs, replay it on the reference and on the adapter.
    assert_eq!(run("other.json", &more("2e6", "1/2")), 2);
    let whole = ["--cases", "3e6", "--threads", "1"];
    assert_eq!(run("whole.json", &whole), 2);
    // Other runs have found it as well, so the shards no longer own it.
    assert_eq!(run("later.json", &more("3e6", "2/2")), 2);
}
