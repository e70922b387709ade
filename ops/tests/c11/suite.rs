//! The conformance suite.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use vyre_conform_c::CBackend;
use vyre_conform_certificate::{EngineStatus, Status, engine_standings, standings};
use vyre_conform_harness::{Context, Settings, execute};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{self, Check};
use vyre_conform_runtime::registry;
use vyre_conform_spec::{Invariant, Track};
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::{Domain, Obligation, Part};
use vyre_conform_suite::record::Outcome;
use vyre_ops as _;

/// An engine whose invocations step atomically.
const STEPPING: &str = "engine::histogram";
/// What is asked of their steps.
const LINEARIZABLE: Invariant = Invariant::AtomicLinearizable;

/// A context of the ops and engines with these ids on a backend.
pub(super) fn context(
    backend: CBackend,
    ops: impl Fn(&str, Track) -> bool,
    engines: bool,
) -> (Context, tempfile::TempDir) {
    let all = registry::ops().into_iter();
    let ops = all.filter(|op| {
        let signature = op.op.signature;
        ops(
            op.id,
            Track::of(signature.operands, signature.result, op.op.tolerance),
        )
    });
    let engines = if engines { engine::engines() } else { vec![] };
    let catalog = Catalog::with_engines(ops.collect(), registry::helpers(), engines);
    let root = tempfile::tempdir().expect("a temporary folder");
    let backend: &'static dyn Backend = Box::leak(Box::new(backend));
    let context = Context::new(
        catalog.expect("ops"),
        Settings::default(),
        vec![backend],
        None,
        root.path(),
    );
    (context.expect("a runnable plan"), root)
}

/// Executes obligations on all cores.
pub(super) fn run(context: &Context, wanted: impl Fn(&Obligation) -> bool) {
    let wanted: Vec<&Obligation> = context
        .plan()
        .obligations()
        .iter()
        .filter(|o| wanted(o))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(obligation) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            context.record(execute(context, obligation));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
}

/// That every record passed, or is of a text in WGSL or of a feature that no processor has; these.
fn assert_met(context: &Context) -> Vec<(String, String)> {
    let mut unsupported = vec![];
    for record in context.records() {
        match &record.outcome {
            Outcome::Passed => {}
            Outcome::UnsupportedByBackend { hardware } => {
                unsupported.push((record.obligation.op.clone(), hardware.clone()));
            }
            other => panic!("{}: {other:?}", record.obligation.id),
        }
    }
    unsupported.sort();
    unsupported.dedup();
    unsupported.retain(|(_, lacks)| lacks != "a compiler of WGSL");
    unsupported
}

/// Oracle: the references. With what needs no backend, which is in the suite `conformance`, and with the laws on all small
/// operands, which take minutes, these obligations are those of L2.
#[test]
fn integer_ops_meet_their_obligations() {
    let (context, _root) = context(super::c11(), |_, track| track == Track::Integer, false);
    let is_long = |part: &Part| match part {
        Part::Law { domain, .. } => *domain == Domain::ExhaustiveU8,
        Part::Programs => true,
        _ => false,
    };
    run(&context, |o| o.backend().is_some() && !is_long(&o.part));
    let met = context.records().len();
    assert!(met > 1500, "{met}");
    let unsupported = assert_met(&context);
    let unsupported: Vec<(&str, &str)> = unsupported.iter().map(|(o, h)| (&**o, &**h)).collect();
    let features = [
        ("u32::half_product", "shader-f16"),
        ("u64::mul_int64", "shader-int64"),
    ];
    assert_eq!(unsupported, features);
}

/// Oracle: the references of the engines. Parity, which the interpreter takes minutes for, is asked of those that it is
/// quick with; all of them in full below.
#[test]
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
    let wanted = |o: &Obligation| match o.part {
        Part::Engine(Check::Reference) => quick.contains(&o.op),
        Part::Engine(Check::Invariant(asked)) => o.op == STEPPING && asked == LINEARIZABLE,
        _ => false,
    };
    run(&context, |o| o.backend().is_some() && wanted(o));
    let met = context.records().len();
    assert_eq!(met, quick.len() + 1);
    assert_eq!(assert_met(&context), []);
}

/// Oracle: the histories of atomic steps: one that is torn into a read and a write loses what another thread adds between
/// them.
#[test]
fn torn_steps_fail_the_engines() {
    let torn = super::c11().with_fault(super::concurrent::STEP, super::concurrent::TORN);
    let (context, _root) = context(torn, |_, track| track == Track::Integer, true);
    run(&context, |o| {
        o.backend().is_some() && o.op == STEPPING && matches!(o.part, Part::Engine(_))
    });
    let records = context.records();
    assert!(records.iter().any(|r| !r.outcome.passed()));
}

/// Oracle: docs/spec/conformance.md#levels.
#[test]
#[ignore = "takes minutes"]
fn every_integer_op_reaches_l2_and_every_engine_l3() {
    let (context, _root) = context(super::c11(), |_, track| track != Track::Approximate, true);
    run(&context, |_| true);
    let (slugs, records) = (context.slugs(), context.records());
    let ops = standings(context.catalog(), context.plan(), &slugs, &records);
    for op in ops.iter().filter(|op| op.track == Track::Integer) {
        let featured = ["u32::half_product", "u64::mul_int64"].contains(&&*op.op);
        match &op.status {
            Status::L2 => {}
            Status::UnsupportedByBackend { .. } if featured => {}
            other => panic!("{}: {other:?}", op.op),
        }
    }
    let engines = engine_standings(context.catalog(), context.plan(), &slugs, &records);
    assert!(engines.len() > 20, "{}", engines.len());
    for engine in engines {
        assert_eq!(engine.status, EngineStatus::L3, "{}", engine.engine);
    }
}
