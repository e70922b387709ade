//! Kept certificates as a store of verdicts.

use serde_json::Value;
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_tests::sandbox::{CommandOutput, Sandbox, command_output};

const OP: &str = "u32::bit_not";
const CASES: [&str; 2] = ["--cases", "1000000"];

/// A crate with a lock file and a kept certificate of one op.
fn with_certificate() -> Sandbox {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let lock = "[[package]]\nname = \"naga\"\nversion = \"1.0.0\"\nsource = \"registry\"\n";
    std::fs::write(sandbox.path("Cargo.lock"), lock).expect("written");
    std::fs::create_dir(sandbox.path("certificates")).expect("a folder");
    let output = sandbox.certify(OP, "certificates/a.json", &CASES);
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    sandbox
}

/// A check of the op with an empty store.
fn check(sandbox: &Sandbox, more: &[&str]) -> CommandOutput {
    let stores = std::fs::read_dir(sandbox.path(""))
        .expect("a folder")
        .count();
    let store = sandbox.path(&format!("verdicts-{stores}"));
    std::fs::create_dir(&store).expect("a folder");
    let mut command = sandbox.check_command(OP, &CASES);
    command_output(command.args(more).env("VYRE_VERDICTS", store).output())
}

/// The number of held trials in the summary of a check.
fn held_trials(output: &CommandOutput) -> u64 {
    let last = output.stdout.lines().last().unwrap_or_default();
    let end: Value = serde_json::from_str(last).expect("a summary");
    end["held"].as_u64().unwrap_or_default()
}

/// Oracle: docs/book/suite.md#held-trials: all trials but the repeated eight are held, and only with the same inputs.
#[test]
fn a_kept_certificate_is_a_store() {
    let sandbox = with_certificate();
    let all = check(&sandbox, &["--list"]).stdout.lines().count() as u64;
    let first = check(&sandbox, &["--json"]);
    assert_eq!(first.code, Some(0), "{}{}", first.stdout, first.stderr);
    assert_eq!(held_trials(&first), all - 8, "{}", first.stdout);
    assert_eq!(held_trials(&check(&sandbox, &["--json", "--fresh"])), 0);
    assert_eq!(held_trials(&check(&sandbox, &["--json", "--seed", "7"])), 0);
}

/// Oracle: docs/book/suite.md#held-trials: a certificate that does not verify is ignored, with one line.
#[test]
fn a_forged_certificate_is_no_store() {
    let sandbox = with_certificate();
    let file = "certificates/a.json";
    let text = std::fs::read_to_string(sandbox.path(file)).expect("a file");
    let Certificate {
        mut evidence, run, ..
    } = sandbox.read(file);
    evidence.ops[0].parts.pop();
    let forged = Certificate::seal(evidence, run).text();
    let edited = text.replacen("\"threads\": ", "\"threads\": 1", 1);
    let truncated = text[..text.len() / 2].to_owned();
    for text in [forged, edited, truncated, String::new()] {
        std::fs::write(sandbox.path(file), text).expect("written");
        let output = check(&sandbox, &["--json"]);
        assert_eq!(
            (output.code, held_trials(&output)),
            (Some(0), 0),
            "{}",
            output.stdout
        );
        let output = check(&sandbox, &[]);
        let lines = output.stdout.lines().chain(output.stderr.lines());
        let notes = lines.filter(|line| line.contains("a.json: ignored as a store: "));
        assert_eq!(notes.count(), 1, "{}{}", output.stdout, output.stderr);
    }
}

/// Oracle: the definition of keys: an op with another digest has other keys.
#[test]
fn a_certificate_of_another_subject_is_no_store() {
    let sandbox = with_certificate();
    let file = "certificates/a.json";
    let Certificate {
        evidence, mut run, ..
    } = sandbox.read(file);
    let inputs = run.inputs.as_mut().expect("its inputs are known");
    *inputs.subjects.get_mut(OP).expect("the op") = inputs.common;
    sandbox.write(file, &Certificate::seal(evidence, run));
    assert_eq!(held_trials(&check(&sandbox, &["--json"])), 0);
}
