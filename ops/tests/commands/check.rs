//! `check`: the suite from the binary.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use vyre_conform_tests::sandbox::{Sandbox, command_output};

const OP: &str = "u32::bit_not";

/// Oracle: the parts of a certificate with the same filter, which come from the same plan.
#[test]
fn check_has_the_trials_of_the_plan() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let filter = "u32::bit_not::law";
    let certified = sandbox.certify(filter, "a.json", &["--cases", "1000"]);
    assert_eq!(certified.code, Some(0), "{}", certified.stderr);
    let certificate = sandbox.read("a.json");
    let expected: BTreeSet<String> = certificate
        .parts()
        .filter(|p| p.id.contains(filter))
        .map(|p| format!("{}: test", p.id))
        .collect();
    let listed = sandbox.check(filter, &["--list"]);
    let lines: BTreeSet<String> = listed.stdout.lines().map(str::to_owned).collect();
    assert_eq!(lines, expected);
    let sample = sandbox.check(filter, &["--list", "--skip", "::involution::"]);
    let left: Vec<&str> = sample.stdout.lines().collect();
    assert!(left.len() < expected.len() && !left.is_empty());
    assert!(!sample.stdout.contains("involution"), "{}", sample.stdout);
    let one = sandbox.check("u32::bit_not::gates", &["--list", "--exact"]);
    assert_eq!(one.stdout, "u32::bit_not::gates: test\n");
    for arguments in [&["--list"][..], &[]] {
        let none = sandbox.check("no such trial", arguments);
        assert_eq!(none.code, Some(3), "{}", none.stdout);
        assert!(
            none.stderr.contains("no trial has this name"),
            "{}",
            none.stderr
        );
    }
    for option in ["--threads", "--devices", "--workers"] {
        let certified = sandbox.certify(filter, "b.json", &[option, "0"]);
        assert_eq!(certified.code, Some(2), "{option}");
        assert!(certified.stderr.contains(option), "{}", certified.stderr);
    }
    assert_eq!(sandbox.check(filter, &["--threads", "0"]).code, Some(2));
}

/// Oracle: the trials themselves: each is reported once, and the counts agree with the lines.
#[test]
#[ignore = "a long run: seconds"]
fn every_trial_is_reported_as_text_and_as_json() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let text = sandbox.check(OP, &[]);
    assert_eq!(text.code, Some(0), "{}", text.stderr);
    let output = text.stdout.lines().filter(|l| l.starts_with("trial "));
    let output: BTreeSet<&str> = output.filter_map(|l| l.split(' ').nth(1)).collect();
    let line = text.stdout.lines().last().expect("a result").to_owned();
    assert!(
        line.starts_with(&format!("result: ok. {} passed; 0 failed", output.len())),
        "{line}"
    );
    assert!(text.stdout.contains("u32::bit_not  L2"), "{}", text.stdout);

    let json = sandbox.check(OP, &["--json"]);
    let events: Vec<Value> = json
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect();
    let count = |name: &str| events.iter().filter(|e| e["event"] == name).count();
    assert_eq!(
        (count("start"), count("end"), count("trial")),
        (1, 1, output.len())
    );
    let ids: BTreeSet<&str> = events.iter().filter_map(|e| e["id"].as_str()).collect();
    assert_eq!(ids, output);
    let end = events.last().expect("an end");
    assert_eq!(end["passed"], output.len());
    assert_eq!(end["failed"], 0);
}

/// Oracle: docs/book/suite.md#held-trials: the second run repeats eight of the passed trials, and counts the others
/// separately.
#[test]
fn a_second_check_counts_held_trials_apart() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let lock = "[[package]]\nname = \"naga\"\nversion = \"1.0.0\"\nsource = \"registry\"\n";
    std::fs::write(sandbox.path("Cargo.lock"), lock).expect("written");
    let check = |arguments: &[&str]| {
        let mut command = sandbox.check_command(OP, &["--cases", "1000"]);
        let command = command.args(arguments);
        command_output(
            command
                .env("VYRE_VERDICTS", sandbox.path("verdicts"))
                .output(),
        )
    };
    let end = |text: &str| text.lines().last().unwrap_or_default().to_owned();
    let all = check(&["--list"]).stdout.lines().count();
    let held = all - 8;
    let first = check(&[]);
    assert!(
        end(&first.stdout).contains(&format!(" {all} passed; ")),
        "{}",
        first.stdout
    );
    assert!(!first.stdout.contains("held"), "{}", first.stdout);

    let json = check(&["--json"]).stdout;
    let events = json.lines().map(serde_json::from_str::<Value>);
    let events: Vec<Value> = events.map(|event| event.expect("JSON")).collect();
    let outcomes = events.iter().filter(|event| event["outcome"] == "held");
    assert_eq!(outcomes.count(), held);
    let last = events.last().expect("an end");
    assert_eq!((&last["held"], &last["passed"]), (&held.into(), &8.into()));
    let since = last["held_since"].as_str().expect("a day").to_owned();
    assert_eq!(
        since.split('-').map(str::len).collect::<Vec<_>>(),
        [4, 2, 2]
    );

    let text = check(&[]).stdout;
    assert!(
        text.contains(&format!("{held} held since {since}, `--fresh` runs them")),
        "{text}"
    );
    assert!(
        end(&text).contains(&format!(" 8 passed; 0 failed; 0 ignored; {held} held; ")),
        "{text}"
    );
    let fresh = end(&check(&["--fresh"]).stdout);
    assert!(
        fresh.contains(&format!(" {all} passed; ")) && !fresh.contains("held"),
        "{fresh}"
    );
}

/// Oracle: subtraction: the cases before the witnesses are the same for any number of witnesses.
#[test]
fn requested_number_of_witnesses_is_checked() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let cases = |requested: &str| {
        let output = sandbox.check(
            "u32::add::law::commutative::witnessed",
            &["--json", "--cases", requested],
        );
        let events = output.stdout.lines().map(serde_json::from_str::<Value>);
        let mut events = events.map(|event| event.expect("a line is JSON"));
        let trial = events.find(|e| e["event"] == "trial").expect("one trial");
        trial["cases"].as_u64().expect("a number")
    };
    assert_eq!(cases("7e3") - cases("5000"), 2000);
    let refused = sandbox.check("u32::add", &["--cases", "1e20"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("up to 2^50"), "{}", refused.stderr);
}

/// Oracle: the named trial, on a backend that takes part only where it is named.
#[test]
fn a_case_is_replayed_on_the_profile_that_found_it() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let case = "f32::add::parity::cpu+kernel-rust::edges=0x1, 0x2";
    let output = sandbox.run(&["replay", case]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(
        output
            .stdout
            .contains("cpu+kernel-rust  4e-45 (0x0000_0003)"),
        "{}",
        output.stdout
    );
    let elsewhere = "f32::add::parity::nowhere+native::edges=0x1, 0x2";
    let output = sandbox.run(&["replay", elsewhere]);
    assert!(
        output.stdout.contains("not run on nowhere+native"),
        "{}",
        output.stdout
    );
}

/// Oracle: the documentation of `Backend::missing_support`: unsupported trials are listed, and fail nothing.
#[test]
fn unsupported_trials_are_listed_with_a_reason() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let output = sandbox.run(&["check", "u32::add", "--adapter", "cpu+kernel-rust"]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let listed = "trial u32::add::table::cpu+kernel-rust ... ignored (the backend lacks a function";
    assert!(output.stdout.contains(listed), "{}", output.stdout);
    assert!(output.stdout.contains(" 0 failed"), "{}", output.stdout);
}

/// Oracle: the table in `docs/spec/certificates.md`.
#[test]
fn help_lists_the_documented_exit_codes() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let docs = include_str!("../../../docs/spec/certificates.md");
    let table = docs.split("## Exit codes").nth(1).expect("a table");
    let row = |line: &str| {
        line.strip_prefix("| ")?
            .split(' ')
            .next()?
            .parse::<u8>()
            .ok()
    };
    let expected: Vec<u8> = table.lines().filter_map(row).collect();
    assert_eq!(expected, [0, 1, 2, 3, 4, 130]);
    for command in [
        &["--help"][..],
        &["check", "--help"],
        &["certify", "--help"],
    ] {
        let help = sandbox.run(command).stdout;
        let codes = help.split("Exit codes:").nth(1).expect("codes");
        let code = |line: &str| line.split_whitespace().next()?.parse::<u8>().ok();
        let codes: Vec<u8> = codes.lines().filter_map(code).collect();
        assert_eq!(codes, expected, "{command:?}");
    }
}

/// Oracle: the documentation of the exit codes.
#[test]
fn empty_selection_fails() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let none = sandbox.check("no::such::trial", &[]);
    assert_eq!(none.code, Some(3), "{}", none.stdout);
    assert!(none.stderr.contains("check --list"), "{}", none.stderr);
    let exact = sandbox.check("u32::bit_no", &["--exact"]);
    assert_eq!(exact.code, Some(3), "a part of a name is not a name");
    let nobody = sandbox.run(&["check", "--adapter", "no such adapter"]);
    assert_eq!(nobody.code, Some(3), "{}", nobody.stdout);
}

/// Oracle: the documentation of `--adapter`: the message names the argument and every existing profile.
#[test]
fn unknown_profile_is_reported_with_existing_profiles() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let requested = |adapter: &str| {
        let mut command = sandbox.command(&["check", "--adapter", adapter]);
        command_output(command.env_remove("VYRE_ADAPTER").output())
    };
    for wrong in ["llvmpipe+nonesuch", "NoSuch+native"] {
        let actual = requested(wrong);
        assert_eq!(actual.code, Some(3), "{}", actual.stdout);
        let message = format!(
            "--adapter: no adapter matches `{}`; available: ",
            wrong.to_lowercase()
        );
        assert!(actual.stderr.contains(&message), "{}", actual.stderr);
        let (_, available) = actual.stderr.split_once("available: ").expect("a list");
        assert!(
            available.contains("+native (") && available.contains("+wgsl ("),
            "{available}"
        );
        assert!(!actual.stderr.contains("VYRE_ADAPTER"), "{}", actual.stderr);
    }
}

/// Oracle: the documentation of Ctrl-C: running trials finish, no new one begins, code 130.
#[test]
#[cfg(unix)]
fn an_interrupted_check_ends_cleanly() {
    use std::io::{BufRead, BufReader};
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let mut command = sandbox.check_command("u32::", &["--json", "--threads", "1"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let first = lines.by_ref().nth(3).expect("a line").expect("text");
    assert!(first.contains("\"trial\""), "{first}");
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.expect("kill runs").success());
    let rest: Vec<Value> = lines
        .map(|line| serde_json::from_str(&line.expect("text")).expect("no line is cut"))
        .collect();
    let last = rest.last().expect("an end");
    assert_eq!(last["event"], "interrupted");
    assert_eq!(last["failed"], 0);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}
