//! Forgeries of single fields, and of counterexamples.

use super::forged::{Edit, engine, part, refused};
use super::issued::{right_certificate, verifier, wrong_certificate};
use vyre_conform_certificate::certificate::{
    Certificate, Counterexample, Evidence, OutcomeName, RetiredCase, SavedFailures, ValueText,
};
use vyre_conform_runtime::value::Value;
use vyre_conform_suite::plan::PartKind;

/// The first counterexample of a parity part.
fn counterexample(e: &mut Evidence) -> &mut Counterexample {
    let parts = e.ops.iter_mut().flat_map(|op| &mut op.parts);
    let mut failed = parts.filter(|p| p.part == PartKind::Parity && p.counterexample.is_some());
    let part = failed.next().expect("a counterexample");
    part.counterexample.as_deref_mut().expect("it has one")
}

/// Oracle: the reference, which the test calls.
#[test]
#[ignore = "a long run: seconds"]
fn counterexamples_are_evaluated() {
    let none = "counterexample";
    refused(
        wrong_certificate(),
        "found what was expected",
        |e| {
            let case = counterexample(e);
            case.found = case
                .expected
                .as_ref()
                .map(|requested| requested.words.clone());
        },
        none,
    );
    refused(
        wrong_certificate(),
        "another expectation",
        |e| {
            let case = counterexample(e);
            case.expected = Some(ValueText::of(&Value::of(0x1234_5678_u32)));
        },
        none,
    );
    refused(
        wrong_certificate(),
        "no operands",
        |e| drop(counterexample(e).inputs.pop()),
        none,
    );
    refused(
        wrong_certificate(),
        "words of no result",
        |e| counterexample(e).found = Some(vec!["0x00000001".into(); 9]),
        none,
    );
    refused(
        wrong_certificate(),
        "a case beyond the last",
        |e| {
            let parts = e.ops.iter_mut().flat_map(|op| &mut op.parts);
            let cases = parts.filter_map(|p| p.counterexample.as_deref_mut());
            let mut numbered = cases.filter(|c| c.case.is_some());
            numbered.next().expect("a numbered case").case = Some(1 << 40);
        },
        none,
    );
    refused(
        right_certificate(),
        "a law of the reference",
        |e| {
            let part = part(e, "sum::law::commutative::witnessed");
            part.outcome = OutcomeName::Failed;
            part.failures = 1;
            part.reason = Some("it fails".into());
            part.counterexample = Some(Box::new(Counterexample {
                engine: None,
                program: None,
                filetest: None,
                case: Some(0),
                inputs: vec![ValueText::of(&Value::of(1u32)); 2],
                expected: None,
                found: None,
            }));
        },
        "the reference obeys the law on it",
    );
    refused(
        right_certificate(),
        "a row",
        |e| {
            let part = part(e, "sum::table::stand");
            part.outcome = OutcomeName::Failed;
            part.failures = 1;
            part.reason = Some("it fails".into());
            part.counterexample = Some(Box::new(Counterexample {
                engine: None,
                program: None,
                filetest: None,
                case: None,
                inputs: vec![ValueText::of(&Value::of(8u32)); 2],
                expected: None,
                found: None,
            }));
        },
        "it is not a row of the table",
    );
    refused(
        wrong_certificate(),
        "more failures than cases",
        |e| {
            let parts = e.ops.iter_mut().flat_map(|op| &mut op.parts);
            let mut failed = parts.filter(|p| p.outcome == OutcomeName::Failed);
            let part = failed.next().expect("a failing part");
            part.failures = part.cases + 1;
        },
        "more failures than cases",
    );
}

/// Oracle: the meaning of each field, by the rules in the documentation of certificates.
#[test]
#[ignore = "a long run: seconds"]
fn fields_agree_with_one_another() {
    let forgeries: [(&str, Edit, &str); 19] = [
        (
            "digests of a device that has none",
            |e| {
                let part = part(e, "sum::parity::stand::witnessed");
                part.by_digest = Some(part.cases);
            },
            "compared by digest",
        ),
        (
            "digests of an engine",
            |e| engine(e).parts[0].by_digest = Some(1),
            "compared by digest",
        ),
        (
            "a profile by kind alone",
            |e| e.backend.kind = "wgpu-vulkan+native".into(),
            "profiles differ",
        ),
        (
            "a workgroup size that is not there",
            |e| {
                part(e, "hex_decode::deterministic::stand").skipped =
                    vec![("workgroup size 256 is above its limit of 128", 8).into()];
            },
            "workgroup size",
        ),
        (
            "a smaller limit",
            |e| {
                e.backend
                    .limits
                    .insert("max_compute_workgroup_size_x".into(), 64);
            },
            "workgroup size",
        ),
        (
            "no limit",
            |e| {
                e.backend.limits.remove("max_compute_workgroup_size_x");
            },
            "does not list the limit",
        ),
        (
            "a size of an op",
            |e| {
                part(e, "sum::table").skipped =
                    vec![("workgroup size 256: it is too much", 1).into()];
            },
            "but an op has none",
        ),
        (
            "a feature twice",
            |e| {
                let feature = e.backend.features[0].clone();
                e.backend.features.push(feature);
            },
            "sorted",
        ),
        (
            "a seed in another way",
            |e| e.settings.seed = "24301".into(),
            "seed",
        ),
        (
            "a domain that no run has",
            |e| e.settings.domains = vec!["witness".into()],
            "domains",
        ),
        (
            "failures that were never replayed",
            |e| {
                let saved = SavedFailures {
                    op: "cert::sum".into(),
                    cases: 3,
                    retired: vec![],
                };
                set_saved(e, saved);
            },
            "were replayed",
        ),
        (
            "retired failures of nothing",
            |e| {
                let saved = SavedFailures {
                    op: "cert::sum".into(),
                    cases: 1,
                    retired: vec![RetiredCase {
                        case: "cert::sum#01".into(),
                        found_by: "x".into(),
                        reason: "y".into(),
                        contents: None,
                    }],
                };
                set_saved(e, saved);
            },
            "retires",
        ),
        (
            "a retired failure behind the last",
            |e| set_saved(e, retiring("cert::sum#2", "cert::sum::table", "withdrawn")),
            "retires",
        ),
        (
            "a retired failure without a reason",
            |e| set_saved(e, retiring("cert::sum#1", "cert::sum::table", " ")),
            "without a reason",
        ),
        (
            "a retired failure that nobody found",
            |e| set_saved(e, retiring("cert::sum#1", "", "withdrawn")),
            "a trial of cert::sum that found it",
        ),
        (
            "a retired failure with a digest of another form",
            |e| {
                let mut saved = retiring("cert::sum#1", "cert::sum::table", "withdrawn");
                saved.retired[0].contents = Some("sha256:00".into());
                set_saved(e, saved);
            },
            "the digest of cert::sum#1 is not written as one",
        ),
        (
            "two failures, one of them retired, and none replayed",
            |e| {
                let mut saved = retiring("cert::sum#1", "cert::sum::table", "withdrawn");
                saved.cases = 2;
                set_saved(e, saved);
            },
            "were replayed",
        ),
        (
            "three shards of one",
            |e| e.shards.have = vec![1; 3_000_000],
            "are not shards of 1",
        ),
        (
            "a hundred thousand levels",
            |e| {
                let level = e.levels[0].clone();
                e.levels = vec![level; 100_000];
            },
            "",
        ),
    ];
    for (name, edit, word) in forgeries {
        // The derived levels are those of the suite.
        if name.contains("levels") {
            let mut evidence = right_certificate().evidence.clone();
            edit(&mut evidence);
            let forged = Certificate::seal(evidence, right_certificate().run.clone());
            assert!(
                verifier().verified(forged.text().as_bytes()).is_err(),
                "{name}"
            );
            continue;
        }
        refused(right_certificate(), name, edit, word);
    }
}

/// One retired saved failure.
fn retiring(case: &str, found_by: &str, reason: &str) -> SavedFailures {
    SavedFailures {
        op: "cert::sum".into(),
        cases: 1,
        retired: vec![RetiredCase {
            case: case.into(),
            found_by: found_by.into(),
            reason: reason.into(),
            contents: None,
        }],
    }
}

fn set_saved(evidence: &mut Evidence, saved: SavedFailures) {
    evidence.regressions = vec![saved];
}
