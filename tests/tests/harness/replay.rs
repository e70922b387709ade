//! The commands in failure reports reproduce the failure, and retired cases stay.

use super::support::{InterpreterBackend, catalog, context, context_with, folder, report, run};
use vyre_conform_harness::regressions::{SavedCase, SavedClaim, StoreError};
use vyre_conform_harness::{Context, Replay, Settings, execute, replay};
use vyre_conform_runtime::value::Value;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::record::Outcome;

/// A backend that errs on one bit of every odd result.
fn wrong_backend() -> &'static dyn Backend {
    InterpreterBackend::leak("wrong", |_, word| {
        Ok(if word & 1 == 1 { word ^ 2 } else { word })
    })
}

/// Failing trials, each with its op and its backends.
fn failing() -> Vec<(&'static str, &'static str, Vec<&'static dyn Backend>)> {
    vec![
        ("toy::false_law", "law::commutative::witnessed", vec![]),
        ("toy::panics", "panics::interpreter", vec![]),
        (
            "toy::panics",
            "panics::law::commutative::exhaustive_u8",
            vec![],
        ),
        ("toy::wrong_reference", "wrong_reference::table", vec![]),
        (
            "toy::good_add",
            "parity::wrong::edges",
            vec![wrong_backend()],
        ),
        (
            "toy::good_add",
            "law::identity_0::wrong",
            vec![wrong_backend()],
        ),
    ]
}

/// The entry of a report with this label.
pub(super) fn entry<'t>(report: &'t str, label: &str) -> &'t str {
    let actual = report.lines().find_map(|line| {
        let line = line.strip_prefix("  ")?;
        let (name, text) = line.split_at_checked(10)?;
        (name.trim_end() == label).then_some(text)
    });
    actual.unwrap_or_else(|| panic!("no `{label}` in:\n{report}"))
}

/// Oracle: the failing trial: the command reproduces its input and its diagnosis.
#[test]
fn command_of_the_program_replays_the_failure() {
    for (op, trial, backends) in failing() {
        let root = folder();
        let mut settings = Settings::default();
        settings.plan.witnesses = 4096;
        settings.program = Some("./some where/vyre-conform".into());
        let first = context_with(settings, &[op], backends.clone(), root.path());
        let Some(failed) = run(&first, trial).into_iter().find(|(_, o)| !o.passed()) else {
            panic!("{trial} passes");
        };
        let text = report(&[failed]);
        let command = entry(&text, "replay");
        let case = command
            .strip_prefix("'./some where/vyre-conform' replay '")
            .and_then(|rest| rest.strip_suffix('\''))
            .unwrap_or_else(|| panic!("{command}"));
        let case = Replay::parse(case, &catalog(&[op])).expect("the case that was printed");
        let empty = folder();
        let again = context(&[op], backends, empty.path());
        let replayed = replay(&again, &case).expect("it runs");
        assert!(replayed.fails, "{}", replayed.text);
        for label in ["input", "diagnosis"] {
            assert_eq!(entry(&replayed.text, label), entry(&text, label), "{trial}");
        }
        let kept = again.store().ops().expect("readable");
        assert!(kept.is_empty(), "a replay saves nothing");
    }
}

/// Oracle: the failing trial.
#[test]
fn command_of_a_test_binary_replays_the_failure() {
    for (op, trial, backends) in failing() {
        let root = folder();
        let failed = run(&context(&[op], backends.clone(), root.path()), trial);
        let failed = failed.into_iter().find(|(_, o)| !o.passed());
        let text = report(&[failed.expect("a failure")]);
        let command = entry(&text, "replay");
        let (variable, rest) = command.split_once("' cargo test").expect("a command");
        let case = variable.strip_prefix("VYRE_CASE='").expect("a variable");
        let id = rest.split_once("-- --exact ").expect("a trial").1;
        let empty = folder();
        let read = |name: &str| (name == "VYRE_CASE").then(|| case.to_owned());
        let settings = Settings::read(&read).expect("settings");
        let again = context_with(settings, &[op], backends, empty.path());
        let all = again.plan().obligations();
        let obligation = all.iter().find(|o| o.id == id).expect("the trial");
        match execute(&again, obligation).outcome {
            Outcome::Failed(failure) => {
                assert_eq!(entry(&failure.report, "input"), entry(&text, "input"));
            }
            outcome => panic!("{id}: {outcome:?}"),
        }
    }
}

/// Oracle: the reference, and counting the implementations.
#[test]
fn passing_case_is_reported_with_every_implementation() {
    let root = folder();
    let backends = vec![InterpreterBackend::right()];
    let context = context(&["toy::good_add"], backends, root.path());
    let case = Replay::parse("toy::good_add=1, 0xffffffff", context.catalog()).expect("a case");
    let replayed = replay(&context, &case).expect("it runs");
    assert!(!replayed.fails, "{}", replayed.text);
    for part in [
        "reference",
        "interpreter",
        "right",
        "the same value",
        "step",
    ] {
        assert!(
            replayed.text.contains(part),
            "no `{part}` in:\n{}",
            replayed.text
        );
    }
    let law = Replay::parse("toy::good_add::law::commutative=1, 2", context.catalog());
    let replayed = replay(&context, &law.expect("a case")).expect("it runs");
    assert!(
        replayed.text.contains("the law holds everywhere"),
        "{}",
        replayed.text
    );
}

/// Oracle: the types of the op, and its declaration.
#[test]
fn invalid_case_is_refused_with_the_expected_form() {
    let catalog = catalog(&["toy::good_add"]);
    for (text, word) in [
        ("toy::good_add", "TRIAL=VALUES"),
        ("toy::other=1, 2", "no op or engine"),
        ("toy::good_addition=1, 2", "no op or engine"),
        ("toy::good_add=1", "is 1 value, and this trial takes 2"),
        ("toy::good_add=1, x", "is not a u32"),
        ("toy::good_add=1, 0x100000000", "is not a u32"),
        ("toy::good_add::law::antitone=1, 2", "declares no law"),
        ("", "TRIAL=VALUES"),
    ] {
        let message = Replay::parse(text, &catalog).expect_err(text).to_string();
        assert!(message.contains(word), "{text}: {message}");
    }
}

fn save(context: &Context, claim: SavedClaim, values: &[u32]) {
    let values: Vec<Value> = values.iter().map(|v| Value::of(*v)).collect();
    let case = SavedCase::new(claim, &values, "a test");
    context.store().save("toy::good_add", case).expect("saved");
}

/// Oracle: the definition of retiring: the case is kept, listed, and replayed as far as the values fit.
#[test]
fn a_retired_case_is_kept_and_replayed() {
    let root = folder();
    let fresh = || context(&["toy::good_add"], vec![wrong_backend()], root.path());
    let first = fresh();
    save(&first, SavedClaim::Law("Withdrawn".into()), &[2, 4, 7]);
    save(&first, SavedClaim::Law("Withdrawn".into()), &[9]);
    let trial = "toy::good_add::regressions";
    let text = report(&run(&fresh(), trial));
    let command = "`vyre-conform regressions retire 'toy::good_add#1' --root ";
    assert!(text.contains(command), "{text}");
    for number in 1..=2 {
        let store = first.store();
        store
            .retire("toy::good_add", number, "never true")
            .expect("retired");
    }
    let later = fresh();
    let saved = later.saved("toy::good_add").expect("readable");
    assert_eq!(saved.len(), 2, "both are kept");
    assert!(
        saved
            .iter()
            .all(|c| c.retired.as_deref() == Some("never true"))
    );
    let all = later.plan().obligations();
    let reference = all.iter().find(|o| o.id == trial).expect("still planned");
    let record = execute(&later, reference);
    assert!(
        record.outcome.passed(),
        "the reference is right: {:?}",
        record.outcome
    );
    assert_eq!(record.cases, 2, "(2, 4) and (4, 7); one value fits nothing");
    let backend = all.iter().find(|o| o.id == format!("{trial}::wrong"));
    let outcome = execute(&later, backend.expect("planned")).outcome;
    assert!(!outcome.passed(), "4 + 7 is odd: retiring hides no failure");
}

/// Oracle: the file before and after.
#[test]
fn refused_retirement_changes_nothing() {
    let root = folder();
    let context = context(&["toy::good_add"], vec![], root.path());
    save(&context, SavedClaim::Parity, &[1, 2]);
    let store = context.store();
    let path = store.path("toy::good_add");
    let text = || std::fs::read_to_string(&path).expect("readable");
    let before = text();
    for (number, reason) in [(0, "x"), (2, "x"), (1, " ")] {
        let refused = store.retire("toy::good_add", number, reason);
        assert!(
            matches!(refused, Err(StoreError::Refused(_))),
            "{refused:?}"
        );
        assert_eq!(text(), before);
    }
    assert!(store.retire("toy::none", 1, "x").is_err());
    store
        .retire("toy::good_add", 1, "a reason")
        .expect("retired");
    let retired = text();
    assert!(store.retire("toy::good_add", 1, "another").is_err());
    assert_eq!(text(), retired);
    // A run that finds the case again neither duplicates nor revives it.
    save(&context, SavedClaim::Parity, &[1, 2]);
    assert_eq!(text(), retired);
}
