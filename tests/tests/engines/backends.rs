//! Engines on backends that lie, and the level they reach.

use super::support::{Lie, Programs, check_on, engine, holds, inputs, violation};
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_certificate::{EngineStatus, engine_standings};
use vyre_conform_harness::{Context, Settings, execute, summary};
use vyre_conform_runtime::catalog::{Catalog, CatalogError};
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{Check, EngineDef, Input, Plan, SkippedSize};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::invariants::{ClaimOutcome, Runner};
use vyre_conform_suite::record::Outcome;

/// Doubles every word.
fn double(input: &Input, size: u32) -> Plan {
    let words = input.columns[0].clone();
    let mut k = Kernel::new("double", [size, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(data.len()), |k| k.store(data, i, data.at(i) * 2));
    let workgroups = (words.len() as u32).div_ceil(size);
    let launch = Launch {
        buffers: vec![Contents::Words(words)],
        steps: vec![Step {
            program: 0,
            workgroups: [workgroups, 1, 1],
            buffers: vec![0],
        }],
        read_back: vec![0],
    };
    let max = 8 * u64::from(workgroups * size);
    Plan::new(vec![k.finish()], launch, max, |_, words| {
        words[0].iter().map(|w| vec![*w]).collect()
    })
}

const INVARIANTS: &[Invariant] = &[
    Invariant::Deterministic,
    Invariant::NoOutputLost,
    Invariant::Termination,
    Invariant::WorkgroupInvariant,
];

fn doubling() -> &'static EngineDef {
    let reference = |input: &Input| input.columns[0].iter().map(|w| vec![*w * 2]).collect();
    Box::leak(Box::new(engine(INVARIANTS, double, reference)))
}

/// Oracle: the lie of each backend, derived by hand.
#[test]
fn each_lie_of_a_backend_is_caught_by_its_check() {
    let def = doubling();
    let lying = |lie: Lie, check| {
        let backend = Programs::leak("lying", Some(lie), 256);
        violation(check_on(def, Runner::Backend(backend), check))
    };
    let changes: Lie = |_, words| words[0][0] ^= 4;
    let actual = lying(changes, Check::Parity);
    assert!(
        actual.contains("word 0 of read-back buffer 0: 2, then 6"),
        "{actual}"
    );
    assert!(lying(changes, Check::Reference).contains("expected (2), found (6)"));
    let lost = lying(changes, Check::Invariant(Invariant::NoOutputLost));
    assert!(lost.contains("(2) is lost"), "{lost}");
    let fickle: Lie = |run, words| words[0][0] ^= u32::from(run % 5 == 4);
    let actual = lying(fickle, Check::Invariant(Invariant::Deterministic));
    assert!(actual.contains("then "), "{actual}");
    // The first run has workgroup size 1: it differs from the other sizes.
    let by_size: Lie = |_, words| {
        static RUNS: AtomicU64 = AtomicU64::new(0);
        words[0][0] += u32::from(RUNS.fetch_add(1, Ordering::Relaxed) == 0);
    };
    let actual = lying(by_size, Check::Invariant(Invariant::WorkgroupInvariant));
    assert!(actual.contains("record 0"), "{actual}");
    let short: Lie = |_, words| _ = words[0].pop();
    let backend = Runner::Backend(Programs::leak("short", Some(short), 256));
    let stopped = check_on(def, backend, Check::Parity);
    assert!(
        matches!(stopped, ClaimOutcome::Stopped { .. }),
        "{stopped:?}"
    );
}

/// Oracle: the limits of the backend.
#[test]
fn sizes_above_the_limits_are_left_out_and_listed() {
    let backend = Programs::leak("small", Some(|_, _| {}), 64);
    let verdict = check_on(doubling(), Runner::Backend(backend), Check::Parity);
    let ClaimOutcome::Holds { cases, skipped } = verdict else {
        panic!("a right backend is refused: {verdict:?}");
    };
    assert_eq!(cases, 3 * super::support::INPUTS);
    let above = |size| SkippedSize::WorkgroupSize { size, limit: 64 };
    assert_eq!(skipped, [above(128), above(256)]);
    let right = Programs::leak("right", Some(|_, _| {}), 256);
    assert_eq!(
        holds(check_on(doubling(), Runner::Backend(right), Check::Parity)),
        40
    );
}

/// Runs every obligation on these backends; returns the context with the records.
fn suite(backends: Vec<&'static dyn Backend>, case: Option<&str>) -> Context {
    suite_of(doubling(), backends, case)
}

fn suite_of(
    def: &'static EngineDef,
    backends: Vec<&'static dyn Backend>,
    case: Option<&str>,
) -> Context {
    let root = tempfile::tempdir().expect("a temporary folder");
    let catalog = Catalog::with_engines(vec![], vec![], vec![def]).expect("one engine");
    let mut settings = Settings {
        case: case.map(str::to_owned),
        ..Settings::default()
    };
    // The lies concern the engine alone.
    settings.plan.programs = 0;
    let context = Context::new(catalog, settings, backends, None, root.path());
    let context = context.expect("a runnable plan");
    for obligation in context.plan().obligations() {
        let record = execute(&context, obligation);
        context.record(record);
    }
    context
}

/// Oracle: docs/spec/conformance.md#levels.
#[test]
fn l3_needs_every_invariant_on_interpreter_and_backend() {
    let right = Programs::leak("right", Some(|_, _| {}), 256);
    let wrong = Programs::leak("wrong", Some(|_, words| words[0][0] ^= 4), 256);
    let none = Programs::leak("ops-only", None, 256);
    let context = suite(vec![right, wrong, none], None);
    let (slugs, records) = (context.slugs(), context.records());
    let standings = engine_standings(
        context.catalog(),
        context.plan(),
        &slugs,
        &records,
        &context.settings().plan,
    );
    let [on_right, on_wrong, on_none] = &standings[..] else {
        panic!("one standing a backend: {standings:?}");
    };
    assert_eq!(on_right.status, EngineStatus::Holds);
    assert_eq!(on_right.holding, INVARIANTS);
    let EngineStatus::NotEstablished { missing } = &on_wrong.status else {
        panic!("{:?}", on_wrong.status);
    };
    assert!(missing[0].contains("parity"), "{missing:?}");
    assert!(!on_wrong.holding.contains(&Invariant::NoOutputLost));
    assert_eq!(on_none.status, EngineStatus::UnsupportedByBackend);
    let text = summary(&context);
    assert!(text.contains("right: L3 not established: 1 of 1"), "{text}");
    assert!(text.contains("wrong: L3 not established"), "{text}");
    assert!(text.contains("the backend lacks whole programs"), "{text}");
    let mut fewer = context.records();
    fewer.retain(|r| !r.obligation.id.contains("termination::right"));
    let standings = engine_standings(
        context.catalog(),
        context.plan(),
        &slugs,
        &fewer,
        &context.settings().plan,
    );
    let status = format!("{:?}", standings[0].status);
    assert!(
        status.contains("termination::right was not run"),
        "{status}"
    );
}

/// Oracle: the wrong reference: a backend that runs no programs hides no failure elsewhere.
#[test]
fn an_engine_that_fails_is_not_hidden_by_a_backend_without_programs() {
    let status = |def| {
        let context = suite_of(def, vec![Programs::leak("ops-only", None, 256)], None);
        let (slugs, records) = (context.slugs(), context.records());
        let standings = engine_standings(
            context.catalog(),
            context.plan(),
            &slugs,
            &records,
            &context.settings().plan,
        );
        standings[0].status.clone()
    };
    assert_eq!(status(doubling()), EngineStatus::UnsupportedByBackend);
    let tripled = |input: &Input| input.columns[0].iter().map(|w| vec![*w * 3]).collect();
    let wrong = Box::leak(Box::new(engine(INVARIANTS, double, tripled)));
    let EngineStatus::NotEstablished { missing } = status(wrong) else {
        panic!("the failure on the interpreter is hidden");
    };
    assert!(missing[0].contains("::interpreter"), "{missing:?}");
}

/// Oracle: the documentation of a failure report.
#[test]
fn a_report_names_engine_case_outputs_and_replay() {
    let wrong: Lie = |_, words| {
        if words[0].len() > 2 {
            words[0][2] ^= 4;
        }
    };
    let context = suite(vec![Programs::leak("wrong", Some(wrong), 256)], None);
    let id = "engine::small::reference::wrong";
    let actual = |context: &Context| {
        let mut records = context.records().into_iter();
        records
            .find(|r| r.obligation.id == id)
            .expect("the record")
            .outcome
    };
    let Outcome::Failed(failure) = actual(&context) else {
        panic!("not caught");
    };
    for part in [
        "engine::small (",
        "input 2, workgroup size 1",
        "column 0 (3 words): 1 11 21",
        "3 records: (2) (22) (42)   (the CPU reference)",
        "record 2: expected (42), found (46)",
        "oracle    CPU reference",
        "VYRE_CASE='2@1' cargo test",
    ] {
        assert!(failure.report.contains(part), "{part}: {}", failure.report);
    }
    // Words of engines are decimal in the whole report.
    assert!(!failure.report.contains("0x"), "{}", failure.report);
    let told = &failure.details;
    assert_eq!(told.expected.as_deref(), Some("3 records: (2) (22) (42)"));
    assert_eq!(told.actual.as_deref(), Some("3 records: (2) (22) (46)"));
    let replay = told.replay.as_deref().expect("a command");
    assert!(replay.contains("2@1"), "{replay}");
    assert!(told.reasons[0].contains("record 2"), "{:?}", told.reasons);
    let passes = suite(
        vec![Programs::leak("wrong", Some(wrong), 256)],
        Some("1@32"),
    );
    assert!(actual(&passes).passed());
    let fails = suite(
        vec![Programs::leak("wrong", Some(wrong), 256)],
        Some("2@32"),
    );
    assert!(!actual(&fails).passed());
}

/// Oracle: the rule that ids are unique.
#[test]
fn two_engines_with_one_id_are_refused() {
    assert_ne!(inputs(0), inputs(1));
    let engines = vec![doubling(), doubling()];
    let doubled = Catalog::with_engines(vec![], vec![], engines).expect_err("one id twice");
    assert!(matches!(
        doubled,
        CatalogError::Duplicate {
            kind: "engines",
            ..
        }
    ));
    assert!(doubled.to_string().contains("engine::small"), "{doubled}");
}
