//! Levels come from records alone, and what was not run is never a pass.

use super::support::{Interpreting, context, context_with, run};
use vyre_conform_runtime::catalog::{Catalog, CatalogError};
use vyre_conform_runtime::certify::{Status, standings};
use vyre_conform_runtime::harness::{Context, Settings, summary};
use vyre_conform_runtime::record::Outcome;

fn status(context: &Context, op: &str) -> Status {
    let (plan, slugs, records) = (context.plan(), context.slugs(), context.records());
    let all = standings(context.catalog(), plan, &slugs, &records);
    all.into_iter()
        .find(|s| s.op == op)
        .expect("a standing")
        .status
}

/// Oracle: the table of levels in the specification.
#[test]
fn l2_needs_every_obligation_and_a_million_witnesses() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let few = context(&["toy::good_xor"], vec![Interpreting::right()], root.path());
    for (id, outcome) in run(&few, "") {
        assert!(outcome.passed(), "{id}: {outcome:?}");
    }
    let Status::NotEstablished { missing } = status(&few, "toy::good_xor") else {
        panic!("4096 witnesses must not establish a level");
    };
    assert!(
        missing[0].contains("4096") && missing[0].contains("1000000"),
        "{missing:?}"
    );
}

/// Oracle: the table of levels in the specification.
#[test]
fn a_trial_that_was_filtered_out_leaves_the_level_open() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = context(&["toy::good_add"], vec![Interpreting::right()], root.path());
    run(&context, "good_add::parity");
    let Status::NotEstablished { missing } = status(&context, "toy::good_add") else {
        panic!("most obligations were not run");
    };
    assert!(
        missing.iter().any(|m| m.contains("was not run")),
        "{missing:?}"
    );
}

/// Oracle: the availability predicate of the op.
#[test]
fn hardware_a_backend_lacks_is_listed_and_is_no_pass() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = context(
        &["toy::unsupported"],
        vec![Interpreting::right()],
        root.path(),
    );
    for (id, outcome) in run(&context, "parity::right") {
        assert!(
            matches!(outcome, Outcome::UnsupportedByBackend { .. }),
            "{id}: {outcome:?}"
        );
    }
    let status = status(&context, "toy::unsupported");
    assert_eq!(
        status,
        Status::UnsupportedByBackend {
            hardware: "teleporter".into()
        }
    );
    let text = summary(&context);
    assert!(
        text.contains("UnsupportedByBackend { op: toy::unsupported"),
        "{text}"
    );
}

/// Oracle: the rule that a missing adapter is never a pass.
#[test]
fn without_an_adapter_the_summary_says_that_no_level_is_established() {
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

/// Oracle: the rule that nothing is left out silently.
#[test]
fn an_op_with_nothing_but_failures_is_in_the_summary() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let wrong = Interpreting::leak("wrong", |_, word| Ok(word ^ 1));
    let context = context(&["toy::good_xor"], vec![wrong], root.path());
    for (id, outcome) in run(&context, "parity::wrong") {
        assert!(!outcome.passed(), "{id}");
    }
    let text = summary(&context);
    assert!(text.contains("L2 reached by 0 of 1 ops on wrong"), "{text}");
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
        vec![Interpreting::right()],
        None,
        root.path(),
    );
    let message = opened.err().expect("refused");
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
    assert!(text.contains("1 of 1 cases"), "{text}");
    let settings = Settings {
        case: Some("0x1".into()),
        ..Settings::default()
    };
    let context = context_with(settings, &ids, vec![], root.path());
    let text = super::support::report(&run(&context, "law::commutative::exhaustive_u8"));
    assert!(text.contains("takes 2"), "{text}");
}

/// Oracle: the specification ("an empty registry", "a duplicate id" are refused).
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
