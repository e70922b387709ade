//! Commands on a program that loses requests: exit codes, JSON, and a run that resumes.

use super::broken_command;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use vyre_conform_certificate::certificate::{Certificate, parse};
use vyre_conform_tests::lies::HONEST;
use vyre_conform_tests::sandbox::{CommandOutput, command_output};

/// A way of losing that every request survives.
const LOSSY_MODE: &str = "ends at every 7th run";

/// Both ops, which are wrong for one input in 2^18.
const FILTER: &str = "defect::";

/// A command on the program with this lie.
fn command(folder: &Path, lie: &str, arguments: &[&str]) -> Command {
    let words = broken_command(&["lie", lie]);
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vyre-defective"));
    command
        .args(arguments)
        .args(["--adapter", "process-broken"])
        .current_dir(folder)
        .env("VYRE_BACKEND_BROKEN", quoted.join(" "))
        .env("VYRE_CASES", "2000");
    for name in [
        "VYRE_ADAPTER",
        "VYRE_REQUIRE_ADAPTERS",
        "VYRE_REQUIRE_GPU",
        "CARGO_MANIFEST_DIR",
    ] {
        command.env_remove(name);
    }
    command
}

fn run(folder: &Path, lie: &str, arguments: &[&str]) -> CommandOutput {
    command_output(command(folder, lie, arguments).output())
}

/// Oracle: docs/spec/command-line.md: the fields of the last event.
#[test]
fn the_end_of_a_check_as_json_has_its_losses() {
    let folder = tempfile::tempdir().expect("a folder");
    let end = |lie: &str, code: i32| -> Value {
        let output = run(folder.path(), lie, &["check", FILTER, "--json"]);
        assert_eq!(
            output.code,
            Some(code),
            "{}{}",
            output.stdout,
            output.stderr
        );
        let last = output.stdout.lines().last().expect("an event");
        serde_json::from_str(last).expect("JSON")
    };
    let lossy = end(LOSSY_MODE, 1);
    assert_eq!(
        (&lossy["event"], &lossy["failed"]),
        (&"end".into(), &0.into())
    );
    let losses = &lossy["losses"][0];
    assert_eq!(losses["adapter"], "process-broken");
    let number = |name: &str| losses[name].as_u64().expect("a number");
    let (requests, lost) = (number("requests"), number("lost"));
    assert!(0 < lost && lost < requests, "{losses}");
    let message = format!("process-broken: {lost} of {requests} requests were lost");
    let incomplete = lossy["incomplete"][0].as_str().expect("a reason");
    let due_of_one = message.replace("were", "was");
    assert!(
        incomplete.starts_with(&message) || incomplete.starts_with(&due_of_one),
        "{incomplete}"
    );
    let honest = end(HONEST, 0);
    assert_eq!(honest["losses"][0]["lost"], 0);
    assert_eq!(honest["incomplete"], Value::Array(vec![]));
}

/// Oracle: docs/settings.md: one loss in 10,000 requests, or in as many as the setting says.
#[test]
fn losses_above_the_share_fail_each_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let fuzz = ["fuzz", "--programs", "8"];
    let check = ["check", FILTER];
    // As many witnesses as take seven runs.
    let compare = ["compare", "defect::lopsided", "--witnesses", "400000"];
    for arguments in [&fuzz[..], &check, &compare] {
        let honest = run(folder.path(), HONEST, arguments);
        assert_eq!(honest.code, Some(0), "{arguments:?}: {}", honest.stderr);
        assert!(!honest.stderr.contains("lost"), "{}", honest.stderr);
        let lossy = run(folder.path(), LOSSY_MODE, arguments);
        assert_eq!(lossy.code, Some(1), "{arguments:?}: {}", lossy.stderr);
        let expected = "lost; at most one in 10000 may be";
        assert!(
            lossy.stderr.contains(expected),
            "{arguments:?}: {}",
            lossy.stderr
        );
        let mut within = command(folder.path(), LOSSY_MODE, arguments);
        let within = command_output(within.env("VYRE_REQUESTS_PER_LOSS", "2").output());
        assert_eq!(within.code, Some(0), "{arguments:?}: {}", within.stderr);
    }
}

/// Oracle: docs/spec/certificates.md#losses, and a journal in which every result is kept: the process that resumes it
/// sends no request.
#[test]
fn a_resumed_run_has_the_losses_of_earlier_processes() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let arguments = ["certify", FILTER, "-o", "a.json", "--cases", "2000"];
    let (journal, stored_path) = (folder.join("a.json.journal"), folder.join("kept"));
    let mut child = command(folder, LOSSY_MODE, &arguments);
    let child = child.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = child.spawn().expect("started");
    // A second name of the journal outlives the run.
    while fs::hard_link(&journal, &stored_path).is_err() {
        assert!(child.try_wait().expect("a child").is_none(), "no journal");
    }
    let first = command_output(child.wait_with_output());
    assert_eq!(first.code, Some(1), "{}", first.stderr);
    let read = || -> Certificate {
        let bytes = fs::read(folder.join("a.json")).expect("a file");
        parse(&bytes).expect("a certificate")
    };
    let losses = read().evidence.losses.expect("it lost some");
    fs::remove_file(folder.join("a.json")).expect("removed");
    fs::rename(&stored_path, &journal).expect("moved");
    let resumed = run(folder, HONEST, &[&arguments[..], &["--resume"]].concat());
    assert_eq!(resumed.code, Some(1), "{}", resumed.stderr);
    let expected = "the backend is unreliable: ";
    assert!(resumed.stdout.contains(expected), "{}", resumed.stdout);
    let actual = read().evidence.losses.expect("those of the first process");
    assert!(
        0 < actual.lost && actual.lost <= losses.lost,
        "{actual:?} {losses:?}"
    );
}

/// Oracle: docs/spec/command-line.md: failures and a line about the result.
#[test]
#[ignore = "a long run: seconds"]
fn a_quiet_check_of_a_program_says_its_result_alone() {
    let check = |lie: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vyre-defective"));
        command.args(["-q", "serve-check", "--"]);
        command_output(command.args(broken_command(&["lie", lie])).output())
    };
    let right = check(HONEST);
    assert_eq!(right.code, Some(0), "{}", right.stdout);
    let output: Vec<&str> = right.stdout.lines().collect();
    let [one] = output[..] else {
        panic!("{}", right.stdout)
    };
    assert!(one.ends_with("requirements of a backend are met"), "{one}");
    let wrong = check(LOSSY_MODE);
    assert_eq!(wrong.code, Some(1), "{}", wrong.stdout);
    assert!(wrong.stdout.starts_with("WRONG  "), "{}", wrong.stdout);
    assert!(!wrong.stdout.contains("right  "), "{}", wrong.stdout);
}
