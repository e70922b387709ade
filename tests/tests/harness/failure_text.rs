//! The fields of a failure for programs, which match its report; and texts that are printed once.

use super::support::{InterpreterBackend, context, folder, run};
use vyre_conform_harness::summary;
use vyre_conform_suite::record::{Failure, Outcome};

/// The first failure among the trials of an op that the filter selects.
fn failure(op: &str, wrong: bool, filter: &str) -> Box<Failure> {
    let root = folder();
    let backend = if wrong {
        InterpreterBackend::leak("wrong", |_, word| Ok(word ^ 1))
    } else {
        InterpreterBackend::right()
    };
    let context = context(&[op], vec![backend], root.path());
    let failed = run(&context, filter)
        .into_iter()
        .find_map(|(_, outcome)| match outcome {
            Outcome::Failed(failure) => Some(failure),
            _ => None,
        });
    failed.expect("a failure")
}

/// Oracle: arithmetic: 1 with a flipped bit, and the laws and rows of the toy ops.
#[test]
fn failure_is_reported_by_field() {
    for (op, wrong, filter, expected, actual, names, culprit) in [
        (
            "toy::good_xor",
            true,
            "parity::wrong::edges",
            "0x0000_0000",
            "0x0000_0001",
            vec!["a", "b"],
            "the lowering is wrong",
        ),
        // The report joins two words into one number on both sides.
        (
            "toy::good_wide",
            true,
            "parity::wrong::edges",
            "0x0000_0000_0000_0000",
            "0x0000_0001_0000_0001",
            vec!["a", "b"],
            "the lowering is wrong",
        ),
        (
            "toy::wrong_reference",
            false,
            "::table",
            "0x0000_000e",
            "0x0000_0007",
            vec!["a", "b"],
            "the CPU reference is wrong",
        ),
        (
            "toy::false_law",
            false,
            "law::commutative::exhaustive_u8",
            "∀ a b: false_law(a, b) = false_law(b, a)",
            "0xffff_ffff",
            vec!["a", "b"],
            "the declaration is false",
        ),
    ] {
        let failure = failure(op, wrong, filter);
        let told = &failure.details;
        assert_eq!(
            told.expected.as_deref(),
            Some(expected),
            "{}",
            failure.report
        );
        let result = told.actual.as_deref().expect("what is there");
        assert!(result.contains(actual), "{result}");
        assert_eq!(told.names, names);
        assert_eq!(told.culprit.as_deref(), Some(culprit));
        assert_eq!(failure.case.inputs.len(), names.len());
        let replay = told.replay.as_deref().expect("a command");
        assert!(
            replay.contains("VYRE_CASE=") && replay.contains(op),
            "{replay}"
        );
        let saved = told.saved.as_ref().expect("a file");
        assert!(saved.ends_with(format!("regressions/{}.toml", op.replace("::", "."))));
        // The report agrees.
        for reason in &told.reasons {
            assert!(failure.report.contains(reason.as_str()), "{reason}");
        }
        assert!(!told.reasons.is_empty() && failure.report.contains(replay));
    }
}

/// The lines of a report that hold values.
fn values(report: &str) -> Vec<&str> {
    let mut label = "";
    let lines = report.lines().skip(1).filter_map(|line| {
        let (own, text) = line.strip_prefix("  ")?.split_at_checked(10)?;
        if !own.trim().is_empty() {
            label = own.trim();
        }
        let is_value = ["input", "expected", "found", "step"].contains(&label);
        is_value.then_some(text)
    });
    lines.collect()
}

/// The decimal numbers of a text, from ten on: smaller ones look alike in both radices.
fn decimals(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_number = |word: &&str| {
        let is_decimal = word.chars().all(|c| c.is_ascii_digit() || c == '_');
        is_decimal && word.len() > 1
    };
    words.filter(is_number).collect()
}

/// Oracle: the radices by the table of docs/spec/text-form.md, and the values of the ops, which have two digits.
#[test]
fn a_report_has_one_radix() {
    for (op, wrong, filter) in [
        ("toy::good_xor", true, "parity::wrong::witnessed"),
        ("toy::good_wide", true, "parity::wrong::witnessed"),
        ("toy::wrong_reference", false, "::table"),
        ("toy::false_law", false, "law::commutative::witnessed"),
    ] {
        let report = failure(op, wrong, filter).report;
        let values = values(&report).join("\n");
        assert!(values.contains("0x"), "{report}");
        assert_eq!(decimals(&values), [""; 0], "{report}");
    }
    assert_eq!(decimals("a = 17, 0x0000_0011, f(9)"), ["17"]);
}

/// Oracle: the rule of the gates, whose trial contains the message; 400 times 250 iterations are too many steps.
#[test]
fn message_of_the_gates_is_printed_once() {
    let root = folder();
    let backends = vec![
        InterpreterBackend::right(),
        InterpreterBackend::leak("other", |_, word| Ok(word)),
    ];
    let context = context(&["toy::long"], backends, root.path());
    let mut message = 0;
    for (id, outcome) in run(&context, "toy::long") {
        let expected = match outcome {
            Outcome::Failed(failure) if id == "toy::long::gates" => failure.report,
            Outcome::NotRun(reason) => reason.to_string(),
            outcome => panic!("{id}: {outcome:?}"),
        };
        message += usize::from(expected.contains("V120"));
    }
    let text = summary(&context);
    message += text.matches("V120").count();
    assert_eq!(message, 1, "{text}");
    assert!(
        text.contains("the gates refuse it, see toy::long::gates"),
        "{text}"
    );
    let missing = text.matches("  missing: toy::long").count();
    assert_eq!(missing, 2, "once for each adapter: {text}");
}

/// Oracle: counting: one trial of the op ran.
#[test]
fn omitted_trials_are_reported_in_one_line() {
    let root = folder();
    let context = context(
        &["toy::good_xor", "toy::good_add"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    let all = context.plan().obligations().len();
    let output = run(&context, "good_xor::table").len();
    let text = summary(&context);
    let line = format!(
        "2 ops and engines not fully run: {} trials left out\n",
        all - output
    );
    assert!(text.contains(&line), "{text}");
    assert!(!text.contains("was not run"), "{text}");
    let root = folder();
    let whole = context_of_all(root.path());
    run(&whole, "");
    assert!(!summary(&whole).contains("not fully run"));
}

/// A run of a quick op.
fn context_of_all(root: &std::path::Path) -> vyre_conform_harness::Context {
    context(
        &["toy::remembering"],
        vec![InterpreterBackend::right()],
        root,
    )
}
