//! A long run reports its current trial.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Oracle: the name of the only trial, which runs far longer than the configured time.
#[test]
fn a_trial_that_still_runs_is_named_on_stderr() {
    let trial = "defect::lopsided::law::commutative::witnessed";
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_vyre-trials"))
        .args(["--exact", trial])
        .current_dir(folder.path())
        .env("VYRE_CASES", "1e9")
        .env("VYRE_STILL_RUNNING", "0.2")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let errors = BufReader::new(child.stderr.take().expect("piped"));
    let message = format!("note: {trial} still runs after ");
    let output: Vec<String> = errors
        .lines()
        .map_while(Result::ok)
        .filter(|line| line.starts_with(&message))
        .take(2)
        .collect();
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(output.len(), 2, "the run ended and was silent: {output:?}");
    let seconds = |line: &String| {
        let time = line[message.len()..].strip_suffix(" s");
        time.and_then(|t| t.parse::<f64>().ok()).expect("seconds")
    };
    let [first, second] = [0, 1].map(|k| seconds(&output[k]));
    assert!(first >= 0.2 && second >= 0.4, "{output:?}");
}
