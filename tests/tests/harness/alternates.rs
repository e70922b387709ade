//! Faults planted in alternates: on every adapter, the trial for each kind catches it and blames the alternate by name.

use super::support::{adapters, context, folder, report, run};
use std::collections::BTreeSet;
use vyre_conform_harness::Context;

/// Op, faulty alternate, and the trial of the alternate that must detect the fault.
const ALTERNATE_FAULTS: &[(&str, &str, &str)] = &[
    ("toy::faulty_add", "lost_carry", "edges"),
    ("toy::faulty_add", "saturating", "table"),
    ("toy::faulty_add", "separate_halves", "witnessed"),
    ("toy::faulty_add", "one_place", "boundary"),
    ("toy::faulty_add", "one_pair_of_bytes", "exhaustive_u8"),
    ("toy::faulty_add", "wrong_constant", "edges"),
    ("toy::faulty_add", "end_around_carry", "classes"),
    ("toy::faulty_add", "now_and_then", "witnessed"),
    ("toy::faulty_add", "breaks_commutative", "exhaustive_u8"),
    ("toy::faulty_add", "breaks_associative", "adversarial"),
    ("toy::faulty_lt", "signed", "edges"),
    ("toy::faulty_lt", "or_equal", "table"),
    ("toy::faulty_sub", "swapped", "table"),
    ("toy::faulty_shr", "arithmetic", "edges"),
    ("toy::faulty_shr", "unmasked_amount", "classes"),
    ("toy::faulty_shr", "narrow_mask", "exhaustive_u8"),
    ("toy::faulty_div", "divisor_zero", "boundary"),
    ("toy::faulty_div", "through_floats", "witnessed"),
    ("toy::faulty_mul", "sixteen_bits", "edges"),
    ("toy::faulty_mul_hi", "dropped_products", "edges"),
    ("toy::faulty_ctz", "zero", "adversarial"),
];

/// Every op with a planted fault, once.
fn ops() -> Vec<&'static str> {
    let ids: BTreeSet<&str> = ALTERNATE_FAULTS.iter().map(|(op, ..)| *op).collect();
    ids.into_iter().collect()
}

/// The ops on every adapter; `None` without an adapter.
fn on_adapters(root: &std::path::Path) -> Option<Context> {
    let backends = adapters();
    (!backends.is_empty()).then(|| context(&ops(), backends, root))
}

/// The report of the trial with exactly this id, which fails.
fn failure_report(context: &Context, id: &str) -> String {
    let outcomes = run(context, id);
    assert_eq!(outcomes.len(), 1, "{id} is one trial");
    assert_eq!(outcomes[0].0, id);
    assert!(!outcomes[0].1.passed(), "{id} did not see the fault");
    report(&outcomes)
}

/// Asserts that the trial with exactly this id passes.
fn obeyed(context: &Context, id: &str) {
    let outcomes = run(context, id);
    assert_eq!(outcomes.len(), 1, "{id} is one trial");
    assert!(outcomes[0].1.passed(), "{id}: {:?}", outcomes[0].1);
}

/// Asserts that the report blames this alternate on this adapter and gives its place and a replay command.
fn blames(text: &str, op: &str, name: &str, slug: &str) {
    let subject = format!("the alternate `{name}` of `{op}` on {slug}");
    for part in [
        "the alternate is wrong",
        &subject,
        "VYRE_CASE=",
        "tests/tests/harness/faulty.rs",
    ] {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

/// Oracle: the references, which their tables and laws confirm.
#[test]
#[ignore = "a long run: seconds"]
fn every_fault_of_an_alternate_is_caught_and_named_on_every_adapter() {
    let root = folder();
    let Some(context) = on_adapters(root.path()) else {
        return;
    };
    for slug in context.slugs() {
        for (op, name, trial) in ALTERNATE_FAULTS {
            let text = failure_report(
                &context,
                &format!("{op}::alternate::{name}::{slug}::{trial}"),
            );
            blames(&text, op, name, &slug);
        }
        // The adapter is correct: the lowerings of the same references pass on it.
        for op in ops() {
            obeyed(&context, &format!("{op}::parity::{slug}::edges"));
        }
    }
}

/// Oracle: arithmetic: 1 + 0 + 1 is not 0 + 1, and with the lowest bit set (0 + 0) + 1 is 3 and 0 + (0 + 1) is 1.
#[test]
fn an_alternate_that_breaks_a_law_is_refuted_by_the_law_on_every_adapter() {
    let root = folder();
    let Some(context) = on_adapters(root.path()) else {
        return;
    };
    let op = "toy::faulty_add";
    for slug in context.slugs() {
        let trial = |name: &str, law: &str| format!("{op}::alternate::{name}::{slug}::law::{law}");
        for (name, law, words) in [
            ("breaks_commutative", "commutative", "Commutative"),
            ("breaks_associative", "associative", "Associative"),
        ] {
            let text = failure_report(&context, &format!("{}::witnessed", trial(name, law)));
            blames(&text, op, name, &slug);
            for part in [words, "the law holds on the CPU reference for these values"] {
                assert!(text.contains(part), "no `{part}` in:\n{text}");
            }
            obeyed(&context, &format!("{op}::law::{law}::{slug}::witnessed"));
        }
        // An alternate that obeys a law passes its trial, whatever its other faults.
        for (name, law) in [
            ("breaks_associative", "commutative"),
            ("lost_carry", "commutative"),
        ] {
            obeyed(&context, &format!("{}::witnessed", trial(name, law)));
        }
    }
}

/// Oracle: the registered ops: no trial would be expected to catch a fault outside of the table.
#[test]
fn every_planted_fault_is_in_the_table() {
    let catalog = super::support::catalog(&ops());
    let registered: BTreeSet<(&str, &str)> = catalog
        .ops()
        .iter()
        .flat_map(|op| op.def.alternates.iter().map(|a| (op.def.id, a.name)))
        .collect();
    let planted: BTreeSet<_> = ALTERNATE_FAULTS
        .iter()
        .map(|(op, name, _)| (*op, *name))
        .collect();
    assert_eq!(registered, planted);
    assert!(planted.len() >= 10, "at least ten faults");
}
