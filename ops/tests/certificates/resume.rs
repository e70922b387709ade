//! A killed or interrupted run continues from its journal to the same evidence.

use std::process::Stdio;
use std::time::{Duration, Instant};
use vyre_conform_tests::sandbox::Sandbox;

const FILTER: &str = "u32::add::law";
const OPTIONS: &[&str] = &["--cases", "30000000", "--threads", "1"];
/// Three pieces of every part, and the number of kills.
const KILLED: &[&str] = &["--cases", "12000000", "--threads", "1"];
const KILLS: u32 = 10;

fn arguments_with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [OPTIONS, more].concat()
}

/// Oracle: the digest of an undisturbed run.
#[test]
#[ignore = "a long run: seconds"]
fn a_killed_run_resumes_to_the_same_digest() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let started = Instant::now();
    let whole = sandbox.certify(FILTER, "whole.json", KILLED);
    let mut elapsed = started.elapsed();
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let expected = sandbox.read("whole.json").digest;
    let mut resumed = 0;
    for n in 0..KILLS {
        // Spread over the run; odd multiples make them all distinct.
        let wait = elapsed * (2 * n + 1) / (2 * KILLS);
        let file = format!("killed-{n}.json");
        let arguments = sandbox.certify_arguments(FILTER, &file, KILLED);
        let mut child = sandbox.command(&arguments);
        child.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = child.spawn().expect("started");
        std::thread::sleep(wait);
        // SIGKILL on Unix: nothing in the process can react.
        child.kill().expect("killed");
        child.wait().expect("ended");
        let journal = sandbox.path(&format!("{file}.journal"));
        // The same command continues after a kill at any time: before the first line of the journal, in the middle,
        // after the certificate was written, and at the end.
        resumed += u32::from(journal.exists() && !sandbox.path(&file).exists());
        let goes_on = Instant::now();
        let second = sandbox.certify(FILTER, &file, &[KILLED, &["--resume-if-any"]].concat());
        // Other work during the first run may have ended: the later runs are then shorter.
        elapsed = elapsed.min(wait + goes_on.elapsed());
        assert_eq!(second.code, Some(0), "{n}: {}", second.stderr);
        assert_eq!(
            sandbox.read(&file).digest,
            expected,
            "killed after {wait:?}"
        );
        assert!(
            !journal.exists(),
            "the journal of a finished run is removed"
        );
    }
    assert!(
        resumed >= 3,
        "only {resumed} of {KILLS} were killed in the middle of their work"
    );
}

/// Oracle: the written certificate, and the documentation of `--resume`.
#[test]
#[ignore = "a long run: seconds"]
fn resume_with_a_finished_certificate_ends_at_once() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let options = ["--cases", "20000"];
    let more = |word| [&options[..], &[word]].concat();
    let journal = sandbox.path("a.json.journal");
    let stored_path = sandbox.path("kept.journal");
    let arguments = sandbox.certify_arguments("u32::bit_not::", "a.json", &options);
    let mut child = sandbox.command(&arguments);
    let mut child = child.stdout(Stdio::null()).spawn().expect("started");
    // A second name for the journal outlives the run. With it, the files are those of a run that was killed after it
    // wrote its certificate and before it removed its journal.
    while std::fs::hard_link(&journal, &stored_path).is_err() {
        assert!(child.try_wait().expect("a child").is_none(), "no journal");
    }
    assert!(child.wait().expect("ended").success());
    assert!(!journal.exists() && sandbox.path("a.json").exists());
    let before = std::fs::read(sandbox.path("a.json")).expect("a file");
    for word in ["--resume", "--resume-if-any"] {
        std::fs::hard_link(&stored_path, &journal).expect("linked");
        let second = sandbox.certify("u32::bit_not::", "a.json", &more(word));
        assert_eq!(second.code, Some(0), "{}", second.stderr);
        assert!(!journal.exists());
        // Again, with nothing left to do.
        let output = sandbox.certify("u32::bit_not::", "a.json", &more(word));
        assert_eq!((output.code, output.stdout), (Some(0), second.stdout));
        let after = std::fs::read(sandbox.path("a.json")).expect("a file");
        assert_eq!(after, before, "the certificate stays as it is");
    }
    // A certificate of other work in its place is not mistaken for it, before or after the work.
    let other = sandbox.certify("u32::bit_not::", "b.json", &["--cases", "20001"]);
    assert_eq!(other.code, Some(0), "{}", other.stderr);
    std::fs::hard_link(&stored_path, &journal).expect("linked");
    std::fs::copy(sandbox.path("b.json"), sandbox.path("a.json")).expect("copied");
    let foreign = sandbox.certify("u32::bit_not::", "a.json", &more("--resume"));
    assert_eq!(foreign.code, Some(4));
    assert!(
        foreign.stderr.contains("different settings"),
        "{}",
        foreign.stderr
    );
    // The same settings with other contents: the evidence contradicts the journal.
    let mut forged = sandbox.read("b.json");
    forged.evidence.settings.witnesses = 20_000;
    forged.digest = forged.due_digest();
    std::fs::write(sandbox.path("a.json"), forged.text()).expect("written");
    let differs = sandbox.certify("u32::bit_not::", "a.json", &more("--resume"));
    assert_eq!(differs.code, Some(4));
    assert!(differs.stderr.contains("--force"), "{}", differs.stderr);
    assert!(journal.exists(), "nothing is lost");
    // A journal without a first line is empty.
    std::fs::remove_file(sandbox.path("a.json")).expect("removed");
    for (torn, code) in [("", 0), ("5f1d", 0), ("# notes", 4)] {
        let _ = std::fs::remove_file(sandbox.path("a.json"));
        std::fs::write(&journal, torn).expect("written");
        let prefix = sandbox.certify("u32::bit_not::", "a.json", &more("--resume-if-any"));
        assert_eq!(prefix.code, Some(code), "{torn}: {}", prefix.stderr);
    }
    assert_eq!(
        std::fs::read_to_string(&journal).expect("a file"),
        "# notes"
    );
}

/// Oracle: the documentation of the exit codes, and the digest of an undisturbed run.
#[cfg(unix)]
#[test]
#[ignore = "a long run: seconds"]
fn interrupted_run_ends_cleanly_and_resumes() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let many = ["--cases", "300000000", "--threads", "1"];
    let filter = "u32::add::law::commutative::witnessed";
    let arguments = sandbox.certify_arguments(filter, "a.json", &many);
    let mut child = sandbox.command(&arguments);
    let child = child
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let journal = sandbox.path("a.json.journal");
    let started = Instant::now();
    // Until the first task is recorded: the head and one more line.
    let lines = || std::fs::read(&journal).map_or(0, |t| t.iter().filter(|b| **b == b'\n').count());
    while lines() < 2 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(sent.expect("kill").success());
    let output = child.wait_with_output().expect("ended");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("--resume"), "{text}");
    assert!(!sandbox.path("a.json").exists());
    let other = sandbox.certify(filter, "a.json", &["--cases", "300000001", "--resume"]);
    assert_eq!(other.code, Some(4), "another run's journal");
    assert!(other.stderr.contains("its setting `"), "{}", other.stderr);
    let second: Vec<&str> = [&many[..], &["--resume", "--json"]].concat();
    let second = sandbox.certify(filter, "a.json", &second);
    assert_eq!(second.code, Some(0), "{}", second.stderr);
    let start = second.stdout.lines().next().expect("an event");
    let start: serde_json::Value = serde_json::from_str(start).expect("JSON lines");
    assert!(start["tasks_done_before"].as_u64() >= Some(1), "{start}");
    let whole = sandbox.certify(filter, "whole.json", &many);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    assert_eq!(
        sandbox.read("a.json").digest,
        sandbox.read("whole.json").digest
    );
}

/// Oracle: the digest of an undisturbed run, and the documentation of the journal.
#[test]
#[ignore = "a long run: seconds"]
fn a_journal_is_written_by_one_process_alone() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let arguments = sandbox.certify_arguments(FILTER, "one.json", OPTIONS);
    let mut first = sandbox.command(&arguments);
    let first = first.stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = first.spawn().expect("started");
    let journal = sandbox.path("one.json.journal");
    while std::fs::metadata(&journal).map_or(0, |m| m.len()) == 0 {
        assert!(first.try_wait().expect("a child").is_none(), "no journal");
    }
    for word in ["--resume", "--force"] {
        let second = sandbox.certify(FILTER, "one.json", &arguments_with(&[word]));
        assert_eq!(second.code, Some(4), "{word}: {}", second.stderr);
        assert!(
            second.stderr.contains("another process"),
            "{}",
            second.stderr
        );
    }
    assert!(first.wait().expect("ended").success());
    let whole = sandbox.certify(FILTER, "whole.json", OPTIONS);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    assert_eq!(
        sandbox.read("one.json").digest,
        sandbox.read("whole.json").digest
    );
}

/// Oracle: the exit code of an interruption, and its journal.
#[cfg(unix)]
#[test]
#[ignore = "a long run: seconds"]
fn a_signal_to_end_is_as_graceful_as_ctrl_c() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let arguments = sandbox.certify_arguments(FILTER, "term.json", OPTIONS);
    let mut child = sandbox.command(&arguments);
    let child = child.stdout(Stdio::null()).stderr(Stdio::piped());
    let child = child.spawn().expect("started");
    let journal = sandbox.path("term.json.journal");
    while std::fs::metadata(&journal).map_or(0, |m| m.len()) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    // The run installs the handler right after the first line of the journal.
    std::thread::sleep(Duration::from_millis(300));
    let killed = std::process::Command::new("kill")
        .arg(child.id().to_string())
        .status();
    assert!(killed.expect("kill").success());
    let exit = child.wait_with_output().expect("ended");
    let output = String::from_utf8_lossy(&exit.stderr).into_owned();
    assert_eq!(exit.status.code(), Some(130), "{output}");
    assert!(output.contains("--resume"), "{output}");
    let second = sandbox.certify(FILTER, "term.json", &arguments_with(&["--resume"]));
    assert_eq!(second.code, Some(0), "{}", second.stderr);
}
