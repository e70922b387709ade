//! Kill scores of certificates.

use super::laws::SatSolver;
use vyre_conform_certificate::certificate::{Certificate, Evidence, KillScore, OpEvidence};
use vyre_conform_tests::sandbox::Sandbox;

fn op<'e>(evidence: &'e mut Evidence, id: &str) -> &'e mut OpEvidence {
    let mut ops = evidence.ops.iter_mut();
    ops.find(|op| op.id == id).expect("an op")
}

fn sum(evidence: &mut Evidence) -> &mut KillScore {
    op(evidence, "u32::add").kills.as_mut().expect("a score")
}

/// Oracle: `mutate` on the same op; and the possible faults of a score.
pub(crate) fn certificates_have_kill_scores_that_are_checked(_: SatSolver) {
    let sandbox = Sandbox::bare(crate::BINARY);
    let result = sandbox.run(&[
        "certify",
        "u32::add::interpreter",
        "-o",
        "a.json",
        "--adapter",
        "c11",
        "--mutate",
    ]);
    assert!(
        result.code.is_some_and(|code| code < 2),
        "{}{}",
        result.stdout,
        result.stderr
    );
    let certificate = sandbox.read("a.json");
    let evidence = &certificate.evidence;
    let scored: Vec<&OpEvidence> = evidence
        .ops
        .iter()
        .filter(|op| op.kills.is_some())
        .collect();
    let [add] = scored.as_slice() else {
        panic!("the filter takes one op, and not {}", scored.len())
    };
    let printed = sandbox.run(&["mutate", "u32::add", "--json"]);
    let printed: serde_json::Value = serde_json::from_str(&printed.stdout).expect("JSON");
    let counts = &printed["ops"][0]["counts"];
    let score = add.kills.as_ref().expect("a score");
    let number = |name: &str| counts[name].as_u64().expect("a number");
    assert_eq!(score.mutants(), number("mutants"));
    assert_eq!(
        [
            score.killed,
            score.refused,
            score.equivalent,
            score.repeated,
            score.undecided
        ],
        ["killed", "refused", "equivalent", "repeated", "undecided"].map(number)
    );
    let verify = |name: &str, more: &[&str]| {
        let output = sandbox.run(&[&["verify", name], more].concat());
        (output.code, output.stdout + &output.stderr)
    };
    for more in [&[][..], &["--rerun", "100%", "--seed", "1"]] {
        let (code, text) = verify("a.json", more);
        assert_eq!(code, Some(0), "{text}");
    }
    type Edit = fn(&mut Evidence);
    let mut edits: Vec<(Edit, &[&str], &str)> = vec![
        (
            |e| op(e, "u32::add").kills = None,
            &[],
            "requested a kill score, but it has none",
        ),
        (|e| e.settings.mutate = false, &[], "was not requested"),
        (
            |e| sum(e).refused = 1 << 20,
            &[],
            "its declaration refuses 1048576 mutants",
        ),
        (
            |e| {
                sum(e).killed -= 1;
                sum(e).survived += 1;
            },
            &["--rerun", "100%"],
            "here of ",
        ),
        (
            |e| *sum(e) = KillScore::left_out("it is too large"),
            &[],
            "the kill score leaves them out: it is too large",
        ),
    ];
    // One more or less in any number changes the sum, and the mutants are counted.
    let numbers: [Edit; 7] = [
        |e| sum(e).killed += 1,
        |e| {
            sum(e).killed -= 1;
            sum(e).refused -= 1;
        },
        |e| sum(e).survived += 1,
        |e| sum(e).undecided += 1,
        |e| sum(e).equivalent = u64::MAX,
        |e| sum(e).repeated += 1,
        |e| *sum(e) = KillScore::default(),
    ];
    edits.extend(numbers.map(|edit| (edit, &[][..], "mutants, but the kill score covers ")));
    for (edit, more, expected) in edits {
        let mut evidence = certificate.evidence.clone();
        edit(&mut evidence);
        let edited = Certificate::seal(evidence, certificate.run.clone());
        std::fs::write(sandbox.path("b.json"), edited.text()).expect("a file");
        let (code, text) = verify("b.json", more);
        assert_eq!(code, Some(1), "{expected}: {text}");
        assert!(text.contains(expected), "{expected}: {text}");
    }
    undecided_mutants_are_listed(&sandbox, certificate.clone());
    let (code, text) = {
        let output = sandbox.run(&["certify", "--track", "float", "--mutate", "-o", "c.json"]);
        (output.code, output.stderr)
    };
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("--mutate needs ops of integers"), "{text}");
}

/// A mutant that the issuer left undecided is judged again and listed.
fn undecided_mutants_are_listed(sandbox: &Sandbox, mut certificate: Certificate) {
    let score = sum(&mut certificate.evidence);
    score.killed -= 1;
    score.undecided += 1;
    let edited = Certificate::seal(certificate.evidence, certificate.run);
    sandbox.write("b.json", &edited);
    let again = |file: &str, more: &[&str]| {
        let arguments = ["verify", file, "--rerun", "100%", "--seed", "1"];
        let output = sandbox.run(&[&arguments[..], more].concat());
        (output.code, output.stdout + &output.stderr)
    };
    let (code, message) = again("b.json", &[]);
    assert_eq!(code, Some(0), "{message}");
    let expected = "not judged again, some of its mutants are undecided, there or here:\n  u32::add: 1 mutant \
                    undecided there, 0 here\n";
    assert!(message.contains(expected), "{message}");
    let all = ["--require-all"];
    assert_eq!(again("a.json", &all).0, Some(0));
    let (code, message) = again("b.json", &all);
    assert_eq!(code, Some(1), "{message}");
    assert!(
        message.contains("1 part or kill score cannot be run"),
        "{message}"
    );
}
