//! Levels derive from records alone, and a trial that did not run is never a pass.

use super::support::{InterpreterBackend, context, context_with, run};
use vyre_conform_certificate::{
    ObligationOutcome, ObligationResult, OpStatus, SubjectKind, Topic, level_status, parity_count,
    standings,
};
use vyre_conform_harness::{Context, Settings, incomplete, summary};
use vyre_conform_runtime::catalog::{Catalog, CatalogError};
use vyre_conform_runtime::spec::Track;
use vyre_conform_suite::plan::{Domain, PlanOptions, plan};
use vyre_conform_suite::record::Outcome;

fn status(context: &Context, op: &str) -> OpStatus {
    let (plan, slugs, records) = (context.plan(), context.slugs(), context.records());
    let all = standings(context.catalog(), plan, &slugs, &records);
    all.into_iter()
        .find(|s| s.op == op)
        .expect("a standing")
        .status
}

/// Oracle: docs/spec/conformance.md#levels.
#[test]
fn l2_needs_every_obligation_and_a_million_witnesses() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let few = context(
        &["toy::good_xor"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    for (id, outcome) in run(&few, "toy::good_xor") {
        assert!(outcome.passed(), "{id}: {outcome:?}");
    }
    let OpStatus::NotEstablished { missing } = status(&few, "toy::good_xor") else {
        panic!("4096 witnesses must not establish a level");
    };
    assert!(
        missing[0].contains("4096") && missing[0].contains("1000000"),
        "{missing:?}"
    );
}

/// Oracle: docs/spec/conformance.md#levels.
#[test]
fn filtered_trial_leaves_the_level_open() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = context(
        &["toy::good_add"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    run(&context, "good_add::parity");
    let OpStatus::NotEstablished { missing } = status(&context, "toy::good_add") else {
        panic!("most obligations were not run");
    };
    assert!(
        missing.iter().any(|m| m.contains("was not run")),
        "{missing:?}"
    );
}

/// Oracle: the availability predicate of the op.
#[test]
fn missing_hardware_is_listed_and_is_no_pass() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = context(
        &["toy::unsupported"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    for (id, outcome) in run(&context, "right") {
        assert!(
            matches!(outcome, Outcome::UnsupportedByBackend { .. }),
            "{id}: {outcome:?}"
        );
    }
    let OpStatus::UnsupportedByBackend { hardware, missing } = status(&context, "toy::unsupported")
    else {
        panic!("no backend here has a teleporter")
    };
    assert_eq!(hardware, "teleporter");
    assert!(
        missing.iter().all(|m| m.contains("was not run")),
        "{missing:?}"
    );
    let text = summary(&context);
    assert!(
        text.contains("UnsupportedByBackend { op: toy::unsupported"),
        "{text}"
    );
}

/// Oracle: subtraction does not commute, whatever the hardware.
#[test]
fn missing_hardware_hides_no_failure_of_the_reference() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let id = "toy::unsupported_and_false";
    let context = context(&[id], vec![InterpreterBackend::right()], root.path());
    run(&context, "");
    let OpStatus::UnsupportedByBackend { hardware, missing } = status(&context, id) else {
        panic!("no backend here has a teleporter")
    };
    assert_eq!(hardware, "teleporter");
    assert!(
        missing.iter().any(|m| m.contains("Commutative")),
        "{missing:?}"
    );
    let text = summary(&context);
    assert!(
        text.contains("missing: toy::unsupported_and_false::law"),
        "{text}"
    );
    assert!(text.contains("it lacks teleporter"), "{text}");
}

/// Oracle: the table of levels: a saved case counts for the same grade as when it was found.
#[test]
#[ignore = "a long run: seconds"]
fn a_later_run_reaches_the_level_of_the_first() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let ids = ["toy::false_law"];
    let mut levels = vec![];
    for later in [false, true, true] {
        // Levels require a million witnesses.
        let settings = Settings::default();
        let context = context_with(
            settings,
            &ids,
            vec![InterpreterBackend::right()],
            root.path(),
        );
        run(&context, "");
        let replays = context.plan().obligations().iter();
        let replays: Vec<&str> = replays
            .map(|o| o.id.as_str())
            .filter(|id| id.contains("regressions"))
            .collect();
        let expected = [
            "toy::false_law::regressions::law::commutative",
            "toy::false_law::regressions::law::commutative::right",
        ];
        assert_eq!(replays, expected[..if later { 2 } else { 0 }]);
        levels.push(status(&context, ids[0]).name(vyre_conform_runtime::spec::Track::Integer));
    }
    assert_eq!(levels, ["L1"; 3]);
}

/// Oracle: the number of inputs of an op and the variables of its laws, counted by hand.
#[test]
fn domains_of_at_most_2_32_inputs_are_exhausted() {
    let options = PlanOptions {
        extra_domains: vec![Domain::ExhaustiveFull],
        ..PlanOptions::default()
    };
    let catalog = Catalog::linked().unwrap_or_else(|e| panic!("{e}"));
    let plan = plan(&catalog, &["x".into()], &options).expect("a plan");
    let full: Vec<&str> = (plan.obligations().iter())
        .map(|o| o.id.as_str())
        .filter(|id| id.ends_with("exhaustive_full"))
        .collect();
    for part in [
        "u32::popcount::parity::x::exhaustive_full",
        "u32::popcount::law::bounded_0_32::exhaustive_full",
        "u32::popcount::law::bounded_0_32::x::exhaustive_full",
    ] {
        assert!(full.contains(&part), "{part} is not in {full:?}");
    }
    // Two operands of 32 bits have 2^64 inputs.
    assert!(!full.iter().any(|id| id.starts_with("u32::add::")));
}

/// Oracle: the parity trials of two ops, named by hand, and the ones that ran.
#[test]
fn parity_trials_are_counted_for_each_required_adapter() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let other = InterpreterBackend::leak("other", |_, word| Ok(word ^ 1));
    let mut settings = Settings {
        require_adapters: vec!["right".into(), "other".into()],
        ..Settings::default()
    };
    settings.plan.witnesses = 64;
    let ids = ["toy::good_xor", "toy::unsupported"];
    let backends = vec![InterpreterBackend::right(), other];
    let context = context_with(settings, &ids, backends, root.path());
    run(&context, "parity::right");
    for set in [
        "boundary",
        "adversarial",
        "exhaustive_u8",
        "witnessed",
        "operands",
    ] {
        run(&context, &format!("good_xor::parity::other::{set}"));
    }
    run(&context, "toy::unsupported::parity::other");
    let count = |slug| parity_count(context.catalog(), slug, &context.records());
    let right = count("right");
    assert_eq!((right.expected, right.passed), (11, 6), "{right}");
    assert_eq!(right.unsupported.len(), 5, "{right}");
    assert_eq!(right.unsupported[0].hardware, "teleporter");
    assert!(right.complete());
    let other = count("other");
    assert_eq!((other.passed, other.failed.len()), (0, 5), "{other}");
    assert_eq!(other.missing, ["toy::good_xor::parity::other::edges"]);
    let text = summary(&context);
    let line =
        "parity on other: 11 trials due, 0 passed, 5 failed, 5 UnsupportedByBackend, 1 not run";
    assert!(text.contains(line), "{text}");
    let [message] = &incomplete(&context)[..] else {
        panic!("one adapter is incomplete")
    };
    assert!(
        message.contains("good_xor::parity::other::edges"),
        "{message}"
    );
    // A backend without planned trials is as incomplete as one without runs.
    assert!(!count("third").complete());
}

/// Oracle: the rule that a missing adapter is never a pass.
#[test]
fn summary_without_an_adapter_establishes_no_level() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = context(&["toy::good_add"], vec![], root.path());
    run(&context, "good_add::table");
    let text = summary(&context);
    assert!(text.contains("L1 not established"), "{text}");
    assert!(text.contains("alone: 1 of 1 obligations met"), "{text}");
    let planned = context.plan().obligations();
    assert!(
        planned.iter().any(|o| o.id.contains("no-adapter")),
        "shown as ignored trials"
    );
}

/// Oracle: the rule that nothing is omitted silently.
#[test]
fn op_with_only_failures_is_in_the_summary() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let wrong = InterpreterBackend::leak("wrong", |_, word| Ok(word ^ 1));
    let context = context(&["toy::good_xor"], vec![wrong], root.path());
    for (id, outcome) in run(&context, "parity::wrong") {
        assert!(!outcome.passed(), "{id}");
    }
    let text = summary(&context);
    assert!(text.contains("wrong: L2 not established: 0 of 1"), "{text}");
}

/// Oracle: the settings' documentation.
#[test]
fn a_required_adapter_that_is_missing_is_an_error() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let settings = Settings {
        require_adapters: vec!["swiftshader".into()],
        ..Settings::default()
    };
    let catalog = super::support::catalog(&["toy::good_add"]);
    let opened = Context::new(
        catalog,
        settings,
        vec![InterpreterBackend::right()],
        None,
        root.path(),
    );
    let message = opened.err().expect("refused").to_string();
    assert!(
        message.contains("swiftshader") && message.contains("right"),
        "{message}"
    );
}

/// Oracle: the format of `VYRE_CASE` in a report's replay line.
#[test]
fn one_case_can_be_replayed_alone() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let settings = Settings {
        case: Some("0x1, 0x2".into()),
        ..Settings::default()
    };
    let ids = ["toy::false_law"];
    let context = context_with(settings, &ids, vec![], root.path());
    let outcomes = run(&context, "law::commutative::exhaustive_u8");
    let text = super::support::report(&outcomes);
    assert!(text.contains("1 of 1 case,"), "{text}");
    let settings = Settings {
        case: Some("0x1".into()),
        ..Settings::default()
    };
    let context = context_with(settings, &ids, vec![], root.path());
    let text = super::support::report(&run(&context, "law::commutative::exhaustive_u8"));
    assert!(text.contains("takes 2"), "{text}");
}

/// Oracle: docs/spec/conformance.md#admission-gates: an empty registry and a duplicate id are refused.
#[test]
fn an_empty_catalog_and_a_doubled_id_are_refused() {
    let empty = Catalog::of(vec![], vec![]).expect_err("nothing is registered");
    assert!(matches!(empty, CatalogError::Empty));
    assert!(empty.to_string().contains("use my_ops as _;"));
    let op = vyre_conform_runtime::registry::ops()
        .into_iter()
        .find(|op| op.id == "toy::good_add");
    let op = op.expect("registered");
    let doubled = Catalog::of(vec![op, op], vec![]).expect_err("one id twice");
    assert!(doubled.to_string().contains("toy::good_add"), "{doubled}");
}

/// Oracle: docs/spec/conformance.md#levels: L1 is parity, and L2 requires every law on the backend; so an op whose law
/// names another op that the backend lacks reaches L1, and an op that the backend lacks reaches no level.
#[test]
fn law_over_an_unsupported_op_prevents_l2_only() {
    fn obligation_result(
        id: &'static str,
        topic: Topic,
        subject_kind: SubjectKind,
        result: ObligationOutcome<'static>,
    ) -> ObligationResult<'static> {
        ObligationResult {
            id,
            topic,
            subject_kind,
            outcome: result,
            cases: 2_000_000,
        }
    }
    let law = |place, result| {
        let domains = [Domain::ExhaustiveU8, Domain::Witnessed];
        domains.map(|domain| obligation_result("law", Topic::Law(0, domain), place, result))
    };
    let missing_feature = ObligationOutcome::Unsupported("native strict `neg`");
    let status = |parity, laws| {
        let mut all = vec![obligation_result(
            "parity",
            Topic::Witnesses,
            SubjectKind::Lowering,
            parity,
        )];
        all.extend(law(SubjectKind::Host, ObligationOutcome::Passed));
        all.extend(law(SubjectKind::Lowering, laws));
        level_status("round", Track::Float, &[true], &all).0
    };
    assert_eq!(
        status(ObligationOutcome::Passed, ObligationOutcome::Passed),
        OpStatus::L2
    );
    let OpStatus::L1 { missing } = status(ObligationOutcome::Passed, missing_feature) else {
        panic!("parity is shown, and the law is not")
    };
    assert_eq!(
        missing[0],
        "law is unsupported: it lacks native strict `neg`"
    );
    let status = status(missing_feature, missing_feature);
    let hardware = "native strict `neg`".to_owned();
    let missing = vec![];
    assert_eq!(status, OpStatus::UnsupportedByBackend { hardware, missing });
}
