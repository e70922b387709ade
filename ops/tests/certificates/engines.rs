//! Engines are divided, killed and merged like ops, with the same evidence.

use std::process::Stdio;
use std::time::Instant;
use vyre_conform_tests::sandbox::Sandbox;

/// An engine with small inputs.
const FILTER: &str = "engine::hex_decode::";
const OPTIONS: &[&str] = &["--engine-inputs", "6", "--threads", "2"];

fn arguments_with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [OPTIONS, more].concat()
}

/// Oracle: the digest of the undivided run, and counting: six inputs and the corpus, at five sizes.
#[test]
#[ignore = "a long run: seconds"]
fn shards_of_an_engine_merge_to_the_digest_of_the_whole() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let whole = sandbox.certify(FILTER, "whole.json", OPTIONS);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let expected = sandbox.read("whole.json");
    let engine = &expected.evidence.engines[0];
    let reference = |domain| {
        let mut parts = engine.parts.iter();
        let part = parts.find(|part| part.domain.map(|entry| entry.name()) == Some(domain));
        part.expect("the engine has it")
    };
    let part = reference("reference");
    assert_eq!((part.due, part.range), (Some(30), Some([0, 30])));
    assert_eq!(part.met(), 30);
    assert!(engine.parts.iter().all(|part| part.due.is_some()));
    for entry in [2, 7] {
        let mut merge = vec!["merge".to_owned()];
        for k in 1..=entry {
            let (shard, file) = (format!("{k}/{entry}"), format!("{k}-of-{entry}.json"));
            let output = sandbox.certify(FILTER, &file, &arguments_with(&["--shard", &shard]));
            assert_eq!(output.code, Some(0), "{}", output.stderr);
            let verified = sandbox.run(&["verify", &file]);
            assert_eq!(verified.code, Some(0), "{}", verified.stderr);
            merge.push(file);
        }
        let file = format!("merged-{entry}.json");
        merge.extend(["-o".to_owned(), file.clone()]);
        let arguments: Vec<&str> = merge.iter().map(String::as_str).collect();
        let merged = sandbox.run(&arguments);
        assert_eq!(merged.code, Some(0), "{}", merged.stderr);
        assert_eq!(
            sandbox.read(&file).evidence,
            expected.evidence,
            "{entry} shards"
        );
        let verified = sandbox.run(&["verify", &file, "--rerun", "20%"]);
        assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    }
}

/// Oracle: the digest of an undisturbed run.
#[test]
#[ignore = "a long run: seconds"]
fn a_killed_run_of_an_engine_resumes_to_the_same_digest() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    // Three pieces of every part: a launch takes longer with more inputs.
    let more = ["--engine-inputs", "12", "--threads", "1"];
    let started = Instant::now();
    let whole = sandbox.certify(FILTER, "whole.json", &more);
    let elapsed = started.elapsed();
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let expected = sandbox.read("whole.json").digest;
    let mut within = 0;
    for n in 0..8u32 {
        let file = format!("killed-{n}.json");
        let mut child = sandbox.command(&sandbox.certify_arguments(FILTER, &file, &more));
        child.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = child.spawn().expect("started");
        std::thread::sleep(elapsed * (2 * n + 1) / 16);
        child.kill().expect("killed");
        child.wait().expect("ended");
        let journal = sandbox.path(&format!("{file}.journal"));
        let text = std::fs::read_to_string(&journal).unwrap_or_default();
        // One range is present, and other ranges of the same part are not.
        within += u32::from(text.contains("\"range\":[0,"));
        let second: Vec<&str> = [&more[..], &["--resume-if-any"]].concat();
        let second = sandbox.certify(FILTER, &file, &second);
        assert_eq!(second.code, Some(0), "{n}: {}", second.stderr);
        assert_eq!(sandbox.read(&file).digest, expected, "killed at {n} of 8");
    }
    assert!(within > 0, "none was killed in the middle of its work");
}
