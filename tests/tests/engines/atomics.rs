//! Backends whose atomic steps lack a property, on the real suite: some check catches each of them.

use super::support::{Programs, catalog, check_on};
use vyre_conform_interp::{AtomicModel, Options};
use vyre_conform_runtime::engine::Check;
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::{ClaimOutcome, Runner};
use vyre_ops as _;

/// The engine's checks that fail on a backend with these atomic steps.
fn failing_checks(id: &str, atomics: AtomicModel) -> Vec<Check> {
    let def = catalog().find_engine(id).expect("an engine of the library");
    let backend = Programs::interpreter_with(Options {
        atomics,
        ..Options::default()
    });
    let invariants = def.invariants.iter().copied().map(Check::Invariant);
    let checks = invariants.chain([Check::Reference, Check::Parity]);
    let is_broken = |check: &Check| {
        let verdict = check_on(def, Runner::Backend(backend), *check);
        matches!(verdict, ClaimOutcome::Broken(_))
    };
    checks.filter(is_broken).collect()
}

const LINEARIZABLE: Check = Check::Invariant(Invariant::AtomicLinearizable);
const LOST: Check = Check::Invariant(Invariant::NoOutputLost);
const DUPLICATE: Check = Check::Invariant(Invariant::NoDuplicateOutput);

/// Oracle: docs/spec/ops.md#atomics: each model violates the property in its documentation.
#[test]
#[ignore = "a long run: seconds"]
fn every_atomic_fault_is_caught_by_the_check_of_its_property() {
    use AtomicModel::{InertMinimum, LostUpdate, TornExchange, TwiceSuccessful, ValueAfter};
    let every = &[LINEARIZABLE, LOST, Check::Reference, Check::Parity][..];
    // The output consists of words that went through an exchange, and their order decides them.
    let chain = &[
        LINEARIZABLE,
        LOST,
        DUPLICATE,
        Check::Reference,
        Check::Parity,
    ][..];
    let faults: [(&str, AtomicModel, &[Check]); 19] = [
        ("min", InertMinimum, every),
        ("compare_exchange", TwiceSuccessful, every),
        ("exchange", TornExchange, chain),
        ("add", LostUpdate, every),
        ("or", LostUpdate, every),
        ("and", LostUpdate, every),
        ("xor", LostUpdate, every),
        ("min", LostUpdate, every),
        ("max", LostUpdate, every),
        ("exchange", LostUpdate, chain),
        ("compare_exchange", LostUpdate, every),
        ("add", ValueAfter, &[LINEARIZABLE]),
        ("or", ValueAfter, &[LINEARIZABLE]),
        ("and", ValueAfter, &[LINEARIZABLE]),
        ("xor", ValueAfter, &[LINEARIZABLE]),
        ("min", ValueAfter, &[LINEARIZABLE]),
        ("max", ValueAfter, &[LINEARIZABLE]),
        ("exchange", ValueAfter, chain),
        ("compare_exchange", ValueAfter, every),
    ];
    let mut wrong = vec![];
    for (op, model, expected) in faults {
        let problems = failing_checks(&format!("engine::atomic_{op}"), model);
        if problems != expected {
            wrong.push(format!("{op}, {model:?}: {problems:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: the interpreter; engines that use atomic steps for other purposes detect a lost update too.
#[test]
#[ignore = "a long run: seconds"]
fn right_atomics_pass_and_algorithms_detect_lost_updates() {
    for id in [
        "engine::histogram",
        "engine::bfs_step",
        "engine::hash_table",
    ] {
        assert_eq!(failing_checks(id, AtomicModel::Full), [], "{id}");
        let problems = failing_checks(id, AtomicModel::LostUpdate);
        assert!(problems.contains(&LINEARIZABLE), "{id}: {problems:?}");
        assert!(problems.contains(&Check::Reference), "{id}: {problems:?}");
    }
}
