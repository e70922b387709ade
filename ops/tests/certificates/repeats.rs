//! A part that was declared impossible is tried again, and a certificate that could not be written is not lost.

use std::process::Stdio;
use vyre_conform_certificate::certificate::{Certificate, OutcomeName, derive};
use vyre_conform_tests::sandbox::Sandbox;

/// Oracle: the adapter, which runs the op.
#[test]
#[ignore = "a long run: seconds"]
fn parts_claimed_unsupported_are_rerun() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let words = ["certify", "f32::neg::", "-o", "a.json", "--cases", "20000"];
    let output = sandbox.run(&[&words[..], &["--adapter", "llvmpipe+native"]].concat());
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let rerun = |file: &str| sandbox.run(&["verify", file, "--rerun", "100%", "--seed", "1"]);
    let second = rerun("a.json");
    assert_eq!(second.code, Some(0), "{}{}", second.stdout, second.stderr);
    let Certificate {
        mut evidence, run, ..
    } = sandbox.read("a.json");
    let parts = evidence.ops[0].parts.iter_mut();
    let executed = parts.filter(|p| p.on_backend() && p.outcome == OutcomeName::Passed);
    for part in executed {
        part.outcome = OutcomeName::Unsupported;
        part.reason = Some("native strict `f32::neg`".into());
        (part.cases, part.range, part.by_digest) = (0, None, None);
    }
    derive(&mut evidence);
    sandbox.write("b.json", &Certificate::seal(evidence, run));
    let word = sandbox.run(&["verify", "b.json"]);
    assert_eq!(word.code, Some(0), "the issuer's word: {}", word.stderr);
    assert!(
        word.stdout.contains("native strict `f32::neg`"),
        "{}",
        word.stdout
    );
    let actual = rerun("b.json");
    assert_eq!(actual.code, Some(1), "{}", actual.stdout);
    let expected = "f32::neg::table::llvmpipe+native: it passes now";
    assert!(actual.stderr.contains(expected), "{}", actual.stderr);
}

/// Oracle: the undisturbed run, and the obstructing file.
#[test]
#[ignore = "a long run: seconds"]
fn a_certificate_that_cannot_be_written_leaves_its_journal() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let (filter, more) = ("u32::add::law", ["--cases", "3000000", "--threads", "1"]);
    let arguments = sandbox.certify_arguments(filter, "a.json", &more);
    let mut child = sandbox.command(&arguments);
    let child = child.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = child.spawn().expect("started");
    let journal = sandbox.path("a.json.journal");
    while !journal.exists() {
        assert!(child.try_wait().expect("a child").is_none(), "no journal");
    }
    // The name was free when the run began.
    std::fs::write(sandbox.path("a.json"), "mine").expect("written");
    let exit = child.wait_with_output().expect("ended");
    let output = String::from_utf8_lossy(&exit.stderr).into_owned();
    assert_eq!(exit.status.code(), Some(4), "{output}");
    assert!(
        output.contains("finished work is in a.json.journal"),
        "{output}"
    );
    assert!(journal.exists());
    assert_eq!(
        std::fs::read(sandbox.path("a.json")).expect("a file"),
        b"mine"
    );
    std::fs::remove_file(sandbox.path("a.json")).expect("removed");
    let second = sandbox.certify(
        filter,
        "a.json",
        &[&more[..], &["--resume", "--json"]].concat(),
    );
    assert_eq!(second.code, Some(0), "{}", second.stderr);
    let start = second.stdout.lines().next().expect("an event");
    let start: serde_json::Value = serde_json::from_str(start).expect("JSON lines");
    assert!(start["tasks_done_before"].as_u64() > Some(3), "{start}");
    let whole = sandbox.certify(filter, "whole.json", &more);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    assert_eq!(
        sandbox.read("a.json").digest,
        sandbox.read("whole.json").digest
    );
}

/// Oracle: the edit: a driver name of this many letters, which a terminal would have to show.
#[test]
#[ignore = "a long run: seconds"]
fn long_texts_of_a_file_are_cut() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let output = sandbox.certify("u32::bit_not::gates", "a.json", &[]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let Certificate {
        mut evidence,
        mut run,
        ..
    } = sandbox.read("a.json");
    evidence.backend.driver = "d".repeat(3 << 20);
    run.host = "h".repeat(3 << 20);
    sandbox.write("b.json", &Certificate::seal(evidence, run));
    let text = sandbox.run(&["verify", "b.json"]);
    assert!(
        text.stdout.contains("dddd\u{2026}"),
        "{}",
        text.stdout.len()
    );
    assert!(text.stdout.len() < 4000, "{}", text.stdout.len());
    let report = sandbox.run(&["report", "b.json", "-o", "b.html"]);
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    let page = std::fs::metadata(sandbox.path("b.html"))
        .expect("a page")
        .len();
    assert!(page < 1 << 20, "{page}");
}
