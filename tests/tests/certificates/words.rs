//! Claims about saved failures, laws, conclusions from the parts, and the backend.

use super::forged::{Edit, engine, op, part, refused};
use super::issued::{Device, RIGHT, certificate_in, right_certificate, verifier};
use vyre_conform_certificate::certificate::{
    Certificate, Counterexample, Evidence, OutcomeName, Part, SavedFailures, SkipKind, SkippedPart,
    ValueText, derive,
};
use vyre_conform_runtime::spec::Level;
use vyre_conform_runtime::value::Value;

/// A certificate that replays the saved failures of an earlier run on a wrong device.
fn replaying() -> Certificate {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wrong = Device {
        wrong: "cert::sum",
        ..RIGHT
    };
    let filter = Some("cert::sum");
    certificate_in(folder.path(), wrong, 3000, filter);
    certificate_in(folder.path(), RIGHT, 3000, filter)
}

/// Oracle: the documentation of saved failures: each is replayed once on the reference, and once on a device through
/// the lowering.
#[test]
#[ignore = "a long run: seconds"]
fn replays_have_the_sizes_of_the_list() {
    let certificate = replaying();
    let saved = &certificate.evidence.regressions;
    let [SavedFailures { cases, retired, .. }] = &saved[..] else {
        panic!("failures of one op are saved: {saved:?}");
    };
    assert!(*cases > 1 && retired.is_empty(), "{saved:?}");
    let verified = verifier().verified(certificate.text().as_bytes());
    let verified = verified.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")));
    assert_eq!(verified.unreplayed, []);
    let forgeries: [(&str, Edit); 4] = [
        ("one more is listed", |e| e.regressions[0].cases += 1),
        ("one fewer is listed", |e| e.regressions[0].cases -= 1),
        ("one more on the reference", |e| {
            part(e, "sum::regressions").cases += 1
        }),
        ("twice as many on the device", |e| {
            part(e, "sum::regressions::stand").cases *= 2;
        }),
    ];
    for (name, edit) in forgeries {
        refused(&certificate, name, edit, "replayed on the reference");
    }
}

/// Oracle: the documentation of saved failures: those of a law that is declared not to hold belong to no part, so that
/// their number is the issuer's word, which `verify` reports.
#[test]
fn saved_failures_of_no_part_are_reported() {
    let listed = |id: &str| {
        let mut evidence = right_certificate().evidence.clone();
        evidence.regressions = vec![SavedFailures {
            op: id.into(),
            cases: 7,
            retired: vec![],
        }];
        let certificate = Certificate::seal(evidence, right_certificate().run.clone());
        verifier().verified(certificate.text().as_bytes())
    };
    let actual = listed("cert::flip").expect("it declares a law not to hold");
    assert_eq!(actual.unreplayed, [("cert::flip".to_owned(), 7)]);
    assert!(listed("cert::sum").is_err(), "all of its laws hold");
}

/// Oracle: the edit: a size that the device supports, and this many cases of it.
#[test]
fn unexplained_omitted_cases_are_reported() {
    let mut evidence = right_certificate().evidence.clone();
    let made_up = "workgroup size 64: it is too much";
    let left = part(&mut evidence, "hex_decode::deterministic::stand");
    left.cases -= 2;
    left.skipped.push((made_up, 2).into());
    let id = left.id.clone();
    derive(&mut evidence);
    let certificate = Certificate::seal(evidence, right_certificate().run.clone());
    let verified = verifier().verified(certificate.text().as_bytes());
    let verified = verified.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")));
    assert_eq!(verified.left_out, [(id, made_up.to_owned(), 2)]);
    let verified = verifier().verified(right_certificate().text().as_bytes());
    assert_eq!(verified.expect("it was issued").left_out, []);
}

fn fails(part: &mut Part, inputs: &[u32]) {
    part.outcome = OutcomeName::Failed;
    part.failures = 1;
    part.reason = Some("it fails".into());
    let inputs = inputs.iter().map(|word| ValueText::of(&Value::of(*word)));
    part.counterexample = Some(Box::new(Counterexample {
        engine: None,
        program: None,
        filetest: None,
        case: None,
        inputs: inputs.collect(),
        expected: None,
        found: None,
    }));
}

/// Oracle: the laws: `a + b = b + a` has two variables, and 0 is not a fixed point of the complement.
#[test]
fn counterexamples_of_laws_are_evaluated() {
    let forgeries: [(&str, Edit, &str); 5] = [
        (
            "three variables of two",
            |e| fails(part(e, "sum::law::commutative::witnessed"), &[1, 2, 3]),
            "are not values of its variables",
        ),
        (
            "a law that holds",
            |e| fails(part(e, "sum::law::associative::witnessed"), &[1, 2, 3]),
            "the reference obeys the law on it",
        ),
        (
            "no value at all",
            |e| fails(part(e, "sum::law::commutative::witnessed"), &[]),
            "its counterexample has no input",
        ),
        (
            "a witness that breaks its law",
            |e| fails(part(e, "flip::law::not_idempotent::witness"), &[0]),
            "the witness breaks the law on the reference",
        ),
        (
            "a value of another type",
            |e| {
                let part = part(e, "sum::law::commutative::witnessed");
                fails(part, &[1]);
                let counterexample = part.counterexample.as_mut().expect("made above");
                counterexample.inputs.push(ValueText::of(&Value::of(1u64)));
            },
            "are not values of its variables",
        ),
    ];
    for (name, edit, word) in forgeries {
        refused(right_certificate(), name, edit, word);
    }
}

/// Oracle: the edits themselves.
#[test]
fn contradictions_with_the_parts_are_named() {
    let edits: [(Edit, &str); 8] = [
        (
            |e| op(e, "cert::flip").level = Some(Level::L3),
            "cert::flip: its level is \"L3\", its parts give ",
        ),
        (
            |e| op(e, "cert::sum").laws[1].grade = "proved".into(),
            "cert::sum: its laws[1].grade is \"proved\", its parts give ",
        ),
        (
            |e| op(e, "cert::wide").cases = 1,
            "cert::wide: its cases is 1, its parts give ",
        ),
        (
            |e| engine(e).missing.push("x".into()),
            "engine::hex_decode: its missing is [\"x\"], its parts give []",
        ),
        (
            |e| e.programs.as_mut().expect("random programs").agreed = 3,
            "programs: its agreed is 3, its parts give 256",
        ),
        (
            |e| e.levels[0].missing.push("x".into()),
            "L1: its missing is ",
        ),
        (|e| drop(e.levels.pop()), "its list of levels: it is "),
        (
            |e| {
                let made_up = SkippedPart {
                    id: "cert::sum::table".into(),
                    kind: SkipKind::Unsupported,
                    reason: "x".into(),
                };
                e.skipped.push(made_up);
            },
            "what it says of skipped parts: it is ",
        ),
    ];
    for (edit, expected) in edits {
        let mut evidence = right_certificate().evidence.clone();
        edit(&mut evidence);
        let forged = Certificate::seal(evidence, right_certificate().run.clone());
        let verified = verifier().verified(forged.text().as_bytes());
        let message = verified.expect_err(expected).lines().join("\n");
        assert!(message.contains(expected), "{expected}: {message}");
    }
}

/// Oracle: the vocabulary: a word outside of it cannot be compared, so the reader rejects the file.
#[test]
fn word_outside_the_vocabulary_is_named() {
    let text = right_certificate().text();
    for (from, to, named) in [
        ("\"level\":\"L2\"", "\"level\":\"L9\"", "no level `L9`"),
        (
            "\"track\":\"integer\"",
            "\"track\":\"whole\"",
            "no track `whole`",
        ),
        (
            "\"part\":\"gates\"",
            "\"part\":\"doors\"",
            "no part `doors`",
        ),
        (
            "\"subject\":\"lowering\"",
            "\"subject\":\"raising\"",
            "no subject `raising`",
        ),
        (
            "\"oracle\":\"spec table\"",
            "\"oracle\":\"a table\"",
            "no oracle `a table`",
        ),
        (
            "\"domain\":\"boundary\"",
            "\"domain\":\"edge\"",
            "no domain of the part `parity` `edge`",
        ),
    ] {
        let compact: String = text.lines().map(str::trim).collect();
        let compact = compact.replace("\": ", "\":");
        assert!(compact.contains(from), "{from}");
        let edited = compact.replace(from, to);
        let verified = verifier().verified(edited.as_bytes());
        let message = verified.expect_err(to).lines().join("\n");
        assert!(message.contains(named), "{to}: {message}");
    }
}

/// Oracle: the documentation of slugs, which occur in the names of parts and files.
#[test]
fn backend_name_is_a_valid_slug() {
    for name in [
        "st\u{202e}nd",
        "stand\u{1b}[32m",
        "a stand",
        "../stand",
        "st<and",
        "",
    ] {
        let mut evidence: Evidence = right_certificate().evidence.clone();
        evidence.backend.slug = name.into();
        for part in evidence.parts_mut() {
            part.id = part.id.replace("::stand", &format!("::{name}"));
        }
        let forged = Certificate::seal(evidence, right_certificate().run.clone());
        let verified = verifier().verified(forged.text().as_bytes());
        let message = verified.expect_err(name).lines().join("\n");
        assert!(
            message.contains("no backend is called"),
            "{name:?}: {message}"
        );
    }
}
