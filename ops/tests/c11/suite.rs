//! The conformance suite.

use vyre_conform_runtime::engine::Check;
use vyre_conform_spec::{Invariant, Track};
use vyre_conform_suite::plan::{Obligation, Part};
use vyre_conform_tests::lowered::suite::{
    FEATURED, assert_levels, assert_met, context, is_long, run,
};

/// An engine whose workgroups step atomically, once per bin if there are many words.
const STEPPING: &str = "engine::histogram";
/// An engine whose invocations step atomically, all on one word.
const CONTENDED: &str = "engine::atomic_add";
/// The invariant of their steps.
const LINEARIZABLE: Invariant = Invariant::AtomicLinearizable;

/// Oracle: the references. Together with the obligations that need no backend, which the suite `conformance` runs, and
/// the laws on all small operands, which take minutes, these are the obligations of L2.
#[test]
#[ignore = "a long run: seconds"]
fn integer_ops_meet_their_obligations() {
    let (context, _root) = context(super::c11(), |_, track| track == Track::Integer, false);
    run(&context, |o| o.backend().is_some() && !is_long(&o.part));
    let met = context.records().len();
    assert!(met > 1500, "{met}");
    let unsupported = assert_met(&context);
    let unsupported: Vec<(&str, &str)> = unsupported.iter().map(|(o, h)| (&**o, &**h)).collect();
    assert_eq!(unsupported, FEATURED);
}

/// Oracle: the references of the engines. Parity takes the interpreter minutes, so only quick engines are tested here;
/// a test below runs all of them in full.
#[test]
#[ignore = "a long run: seconds"]
fn engines_meet_their_obligations() {
    let quick = [
        "reduce",
        "scan_exclusive",
        "compact",
        "histogram",
        "radix_sort_pass",
        "hex_decode",
        "bfs_step",
    ];
    let quick = quick.map(|name| format!("engine::{name}"));
    let (context, _root) = context(super::c11(), |_, track| track != Track::Approximate, true);
    let selects = |o: &Obligation| match o.part {
        Part::Engine(Check::Reference) => quick.contains(&o.op),
        Part::Engine(Check::Invariant(asked)) => o.op == STEPPING && asked == LINEARIZABLE,
        _ => false,
    };
    run(&context, |o| o.backend().is_some() && selects(o));
    let met = context.records().len();
    assert_eq!(met, quick.len() + 1);
    assert_eq!(assert_met(&context), []);
}

/// Oracle: the histories of atomic steps: a step that is torn into a read and a write loses additions of other threads
/// between them.
#[test]
#[ignore = "a long run: seconds"]
fn torn_steps_fail_the_engines() {
    let torn = super::concurrent::slowly_torn();
    let torn = super::c11().with_fault(super::concurrent::STEP, &torn);
    let (context, _root) = context(torn, |_, track| track == Track::Integer, true);
    // Two threads meet within a step by chance.
    let fails = || {
        run(&context, |o| {
            let steps = [STEPPING, CONTENDED].contains(&&*o.op);
            o.backend().is_some() && steps && matches!(o.part, Part::Engine(_))
        });
        context.records().iter().any(|r| !r.outcome.passed())
    };
    assert!((0..8).any(|_| fails()));
}

/// Oracle: docs/spec/conformance.md#levels.
#[test]
#[ignore = "a long run: minutes"]
fn every_integer_op_reaches_l2_and_every_engine_l3() {
    assert_levels(super::c11(), |track| track != Track::Approximate);
}
