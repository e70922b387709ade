//! Failing ops: the report, the diagnosis, the saved case.

use super::support::{InterpreterBackend, adapters, context, context_with, folder, report, run};
use vyre_conform_harness::{Context, Settings};
use vyre_conform_runtime::generate::{Witnesses, case};
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::record::Outcome;

/// Oracle: subtraction does not commute (arithmetic).
#[test]
fn a_false_law_is_blamed_on_the_declaration_and_saved() {
    let root = folder();
    let context = context(&["toy::false_law"], vec![], root.path());
    let outcomes = run(&context, "law::commutative::exhaustive_u8");
    let text = report(&outcomes);
    for part in [
        "Commutative",
        "a = 0x0000_0000, b = 0x0000_0001",
        "the declaration is false",
        "VYRE_CASE=",
        "tests/tests/harness/ops.rs",
    ] {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
    let saved = context
        .store()
        .load("toy::false_law")
        .expect("a readable file");
    assert_eq!(saved.len(), 1);
    // The true laws of the op pass.
    for (id, outcome) in run(&context, "law::self_inverse_0") {
        assert!(outcome.passed() || id.contains("no-adapter"), "{id}");
    }
}

/// Oracle: the rule that every later run replays failing inputs first.
#[test]
fn a_saved_case_is_replayed_first_and_only_once_saved() {
    let root = folder();
    let ids = ["toy::false_law"];
    for _ in 0..2 {
        run(
            &context(&ids, vec![], root.path()),
            "law::commutative::witnessed",
        );
    }
    let later = context(&ids, vec![], root.path());
    assert_eq!(later.store().load(ids[0]).expect("readable").len(), 1);
    let first = &later.plan().obligations()[0];
    assert_eq!(first.id, "toy::false_law::regressions::law::commutative");
    let text = report(&run(&later, &first.id));
    assert!(text.contains("Commutative"), "{text}");
}

/// Oracle: the rule that a damaged file is never overwritten.
#[test]
fn damaged_regression_file_is_an_error_and_unchanged() {
    let root = folder();
    let path = root.path().join("regressions/toy.false_law.toml");
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
    std::fs::write(&path, "op = 3").expect("writable");
    let catalog = super::support::catalog(&["toy::false_law"]);
    let opened =
        vyre_conform_harness::Context::new(catalog, Default::default(), vec![], None, root.path());
    let message = opened.err().expect("refused").to_string();
    assert!(message.contains("toy.false_law.toml"), "{message}");
    assert_eq!(std::fs::read_to_string(&path).expect("readable"), "op = 3");
}

/// Oracle: the file that the test created.
#[test]
fn file_in_place_of_the_folder_is_an_error_with_a_remedy() {
    let root = folder();
    let path = root.path().join("regressions");
    let good = context(&["toy::good_add"], vec![], root.path());
    std::fs::write(&path, "text").expect("writable");
    let catalog = super::support::catalog(&["toy::good_add"]);
    let opened = Context::new(catalog, Default::default(), vec![], None, root.path());
    let message = opened.err().expect("refused").to_string();
    let listed = good.store().ops().expect_err("refused").to_string();
    for error_text in [message, listed] {
        let expected = format!("{} is a file", path.display());
        assert!(
            error_text.contains(&expected) && error_text.contains("Move it away"),
            "{error_text}"
        );
    }
}

/// Oracle: the rule that a failing case can be reproduced: from its number and the seed the generator makes a failing
/// case again; one in 64 fails.
#[test]
fn report_on_witnesses_names_case_and_seed() {
    let wrong = |word: u32| word & 0x3f == 0x15;
    let backend = InterpreterBackend::leak("drawn", |_, word| {
        Ok(word ^ (u32::from(word & 0x3f == 0x15) << 8))
    });
    let root = folder();
    let mut settings = Settings::default();
    (settings.plan.witnesses, settings.plan.seed) = (4096, 0xabc);
    let context = context_with(settings, &["toy::good_add"], vec![backend], root.path());
    let text = report(&run(&context, "parity::drawn::witnessed"));
    let line = text.lines().find(|line| line.contains("first case"));
    let (_, which) = line
        .and_then(|l| l.split_once("first case "))
        .expect("a line");
    let (number, seed) = which.split_once(", seed 0x").expect("case and seed");
    let number: u64 = number.parse().expect("a number");
    let seed = u64::from_str_radix(seed, 16).expect("a seed");
    assert_eq!(seed, 0xabc);
    let stream = Witnesses::new(&[ValueType::U32; 2], seed, 4096);
    let fails = |number| {
        let inputs = case(&stream, number);
        wrong(inputs[0].words()[0].wrapping_add(inputs[1].words()[0]))
    };
    assert_eq!((0..4096).find(|n| fails(*n)), Some(number));
    let text = report(&run(&context, "parity::drawn::exhaustive_u8"));
    assert!(
        text.contains("first case") && !text.contains("seed"),
        "{text}"
    );
}

/// Oracle: the rows of the op's spec table.
#[test]
fn a_wrong_reference_is_blamed_on_the_reference() {
    let root = folder();
    let context = context(&["toy::wrong_reference"], vec![], root.path());
    let text = report(&run(&context, "wrong_reference::table"));
    assert!(text.contains("the CPU reference is wrong"), "{text}");
    assert!(text.contains("seven twice"), "{text}");
}

/// Oracle: the reference, which its table and laws confirm.
#[test]
fn a_wrong_alternate_is_blamed_on_the_alternate_on_every_adapter() {
    let backends = adapters();
    if backends.is_empty() {
        return;
    }
    let root = folder();
    let context = context(&["toy::wrong_alternate"], backends, root.path());
    for slug in context.slugs() {
        let text = report(&run(
            &context,
            &format!("alternate::no_carry::{slug}::edges"),
        ));
        assert!(text.contains("the alternate is wrong"), "{text}");
        let text = report(&run(
            &context,
            &format!("alternate::no_carry::{slug}::table"),
        ));
        assert!(text.contains("one and one"), "{text}");
        for (id, outcome) in run(&context, &format!("parity::{slug}")) {
            assert!(outcome.passed(), "{id}");
        }
    }
}

/// Oracle: Rust's bounds check.
#[test]
fn panicking_reference_is_a_failure_with_a_message() {
    let root = folder();
    let backends = vec![InterpreterBackend::right()];
    let context = context(&["toy::panics"], backends, root.path());
    // Every trial that calls the reference, whatever its subject, reports the smallest such input.
    for trial in [
        "panics::interpreter",
        "panics::parity::right::adversarial",
        "panics::parity::right::exhaustive_u8",
        "panics::law::commutative::exhaustive_u8",
    ] {
        let outcomes = run(&context, trial);
        let text = report(&outcomes);
        for part in [
            "index out of bounds",
            "ops.rs:",
            "a = 0x0000_0000, b = 0x0000_0004",
            "the CPU reference is wrong",
            "VYRE_CASE=",
        ] {
            assert!(text.contains(part), "{trial}: no `{part}` in:\n{text}");
        }
    }
    let text = report(&run(&context, "panics::reference::deterministic"));
    assert!(
        text.contains("index out of bounds") && text.contains("on ["),
        "{text}"
    );
    let cases = context.store().load("toy::panics").expect("readable");
    assert_eq!(cases.len(), 2, "one of values, one of the law: {cases:?}");
    let later = super::support::context(&["toy::panics"], vec![], root.path());
    for trial in [
        "toy::panics::regressions",
        "toy::panics::regressions::law::commutative",
    ] {
        let text = report(&run(&later, trial));
        assert!(text.contains("index out of bounds"), "{text}");
    }
}

/// Oracle: counting by hand: 400 times 250 iterations exceed 65,536 steps.
#[test]
fn op_that_would_hang_runs_no_trial() {
    let root = folder();
    let backends = vec![InterpreterBackend::right()];
    let context = context(&["toy::long"], backends, root.path());
    let outcomes = run(&context, "toy::long::");
    let gates = report(&outcomes);
    for part in [
        "toy::long::gates",
        "V120",
        "the limit is 65536",
        "runs 400 times",
        "bound!(32)",
    ] {
        assert!(gates.contains(part), "no `{part}` in:\n{gates}");
    }
    for (id, outcome) in &outcomes {
        let is_gates = id == "toy::long::gates";
        assert_eq!(matches!(outcome, Outcome::Failed(_)), is_gates, "{id}");
        let Outcome::NotRun(reason) = outcome else {
            assert!(is_gates, "{id}: {outcome:?}");
            continue;
        };
        let expected = "not run, because the gates refuse `toy::long`: see `toy::long::gates`";
        assert_eq!(reason.to_string(), expected, "{id}");
    }
}

/// Oracle: the class predicate, which contradicts itself.
#[test]
fn unreachable_class_is_an_error() {
    let root = folder();
    let context = context(&["toy::unhit_class"], vec![], root.path());
    let text = report(&run(&context, "coverage"));
    assert!(text.contains("never"), "{text}");
}

/// Oracle: the reference.
#[test]
fn single_wrong_result_is_blamed_on_the_lowering() {
    let backend = InterpreterBackend::leak("once", |case, word| {
        Ok(if case == 70_000 { word ^ 4 } else { word })
    });
    let root = folder();
    let context = context(&["toy::good_add"], vec![backend], root.path());
    let outcomes = run(&context, "parity::once");
    let text = report(&outcomes);
    assert!(text.contains("the lowering is wrong"), "{text}");
}

/// Oracle: the backend's own error.
#[test]
fn a_backend_that_fails_half_way_fails_its_trials_and_no_others() {
    let backend = InterpreterBackend::leak("lost", |case, word| match case {
        0..100 => Ok(word),
        _ => Err(BackendError::DeviceLost("the cable was pulled".into())),
    });
    let root = folder();
    let context = context(&["toy::good_add"], vec![backend], root.path());
    let text = report(&run(&context, "parity::lost::edges"));
    assert!(text.contains("the cable was pulled"), "{text}");
    assert!(run(&context, "good_add::table")[0].1.passed());
    assert!(run(&context, "good_add::interpreter")[0].1.passed());
}

/// Oracle: the rule that a failing input is replayed everywhere that it can fail, alternates included.
#[test]
fn a_saved_case_is_replayed_on_alternates_too() {
    let backends = adapters();
    if backends.is_empty() {
        return;
    }
    let root = folder();
    let ids = ["toy::wrong_alternate"];
    let first = context(&ids, backends.clone(), root.path());
    let slug = first.slugs().remove(0);
    run(&first, &format!("alternate::no_carry::{slug}::edges"));
    let later = context(&ids, backends, root.path());
    let text = report(&run(&later, &format!("regressions::{slug}")));
    assert!(text.contains("the alternate is wrong"), "{text}");
    assert!(
        run(&later, "toy::wrong_alternate::regressions")[0]
            .1
            .passed(),
        "the reference is right"
    );
}

/// Oracle: the body of the op, which counts its calls.
#[test]
fn a_reference_without_one_answer_is_blamed_and_not_its_translation() {
    let root = folder();
    let ops = ["toy::forgetful", "toy::remembering"];
    let context = context(&ops, vec![], root.path());
    let text = report(&run(&context, "forgetful::interpreter"));
    assert!(text.contains("the CPU reference is wrong"), "{text}");
    assert!(text.contains("repeated, "), "{text}");
}

/// Oracle: the rule that a saved failure is never dropped silently.
#[test]
fn saved_cases_of_a_vanished_op_or_law_are_errors() {
    let root = folder();
    let save = |file: &str, text: &str| {
        let path = root.path().join("regressions").join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        std::fs::write(&path, text).expect("writable");
        path
    };
    let law = "op = \"toy::good_add\"\n[[case]]\nfound_by = \"x\"\n\
               inputs = [[\"u32\", \"0x1\"], [\"u32\", \"0x2\"]]\nclaim = { law = \"Commutativ\" }\n";
    save("toy.good_add.toml", law);
    let context = context(&["toy::good_add"], vec![], root.path());
    let text = report(&run(&context, "toy::good_add::regressions"));
    assert!(
        text.contains("Commutativ") && text.contains("not declared"),
        "{text}"
    );
    save("toy.renamed.toml", "op = \"toy::renamed\"\n");
    let catalog = super::support::catalog(&["toy::good_add"]);
    let settings = Default::default();
    let opened = vyre_conform_harness::Context::new(catalog, settings, vec![], None, root.path());
    let message = opened.err().expect("refused").to_string();
    assert!(message.contains("toy::renamed"), "{message}");
}
