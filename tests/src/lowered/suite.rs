//! The conformance suite.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use vyre_conform_certificate::{EngineStatus, OpStatus, engine_standings, standings};
use vyre_conform_harness::{Context, Settings, execute};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::sync::cores;
use vyre_conform_runtime::{engine, registry};
use vyre_conform_spec::{Category, Track};
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::{Domain, Obligation, Part};
use vyre_conform_suite::record::Outcome;

/// Ops that need a feature which the processor lacks, and the shaders, which are in WGSL.
pub const FEATURED: [(&str, &str); 19] = [
    ("programs", "texts in WGSL"),
    ("u32::dot4_i8", "packed_4x8_integer_dot_product"),
    ("u32::dot4_u8", "packed_4x8_integer_dot_product"),
    ("u32::half_product", "shader-f16"),
    ("u64::mul_int64", "shader-int64"),
    ("vec4::subgroup_add", "subgroup"),
    ("vec4::subgroup_all", "subgroup"),
    ("vec4::subgroup_and", "subgroup"),
    ("vec4::subgroup_any", "subgroup"),
    ("vec4::subgroup_ballot", "subgroup"),
    ("vec4::subgroup_broadcast_first", "subgroup"),
    ("vec4::subgroup_exclusive_add", "subgroup"),
    ("vec4::subgroup_inclusive_add", "subgroup"),
    ("vec4::subgroup_max", "subgroup"),
    ("vec4::subgroup_min", "subgroup"),
    ("vec4::subgroup_or", "subgroup"),
    ("vec4::subgroup_shuffle", "subgroup"),
    ("vec4::subgroup_shuffle_xor", "subgroup"),
    ("vec4::subgroup_xor", "subgroup"),
];

/// True for an op of one hardware feature, which a backend may lack.
pub fn is_featured(catalog: &Catalog, id: &str) -> bool {
    let op = catalog.find(id);
    op.is_some_and(|op| matches!(op.def.category, Category::C { .. }))
}

/// Engines that call one of them, with the reason if it is unsupported.
pub const CALLING: [(&str, &str); 2] = [
    (
        "engine::dot_rows_i8",
        "packed_4x8_integer_dot_product, the hardware feature of `u32::dot4_i8`",
    ),
    (
        "engine::matmul_exact_dot4",
        "packed_4x8_integer_dot_product, the hardware feature of `u32::dot4_u8`",
    ),
];

/// The lack of an engine that calls one of them if it is unsupported; `None` for other engines.
pub fn lacking(engine: &str) -> Option<&'static str> {
    let calling = CALLING.iter().find(|(id, _)| *id == engine);
    calling.map(|(_, hardware)| *hardware)
}

/// True if a part takes minutes: laws on all small operands, and programs.
pub fn is_long(part: &Part) -> bool {
    match part {
        Part::Law { domain, .. } => *domain == Domain::ExhaustiveU8,
        Part::Programs => true,
        _ => false,
    }
}

/// A context of the ops and engines with these ids on a backend.
pub fn context(
    backend: impl Backend + 'static,
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

/// Runs obligations on all cores.
pub fn run(context: &Context, selects: impl Fn(&Obligation) -> bool) {
    let selects: Vec<&Obligation> = context
        .plan()
        .obligations()
        .iter()
        .filter(|o| selects(o))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(obligation) = selects.get(next.fetch_add(1, Ordering::Relaxed)) {
            context.record(execute(context, obligation));
        }
    };
    thread::scope(|scope| {
        for _ in 0..cores() {
            scope.spawn(work);
        }
    });
}

/// Checks that every record passed, or is about a WGSL text or a missing feature; returns the latter.
pub fn assert_met(context: &Context) -> Vec<(String, String)> {
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
    unsupported.retain(|(_, missing)| !missing.ends_with("there is none but for WGSL"));
    unsupported
}

/// Checks that every integer op among these reaches L2, except those that need a feature, and every engine L3.
pub fn assert_levels(backend: impl Backend + 'static, ops: impl Fn(Track) -> bool) {
    let (context, _root) = context(backend, |_, track| ops(track), true);
    run(&context, |_| true);
    let (slugs, records) = (context.slugs(), context.records());
    for record in &records {
        if let Outcome::Failed(_) = &record.outcome {
            println!("{}: {:?}", record.obligation.id, record.outcome);
        }
    }
    let ops = standings(context.catalog(), context.plan(), &slugs, &records);
    for op in ops.iter().filter(|op| op.track == Track::Integer) {
        let featured = is_featured(context.catalog(), &op.op);
        match &op.status {
            OpStatus::L2 => {}
            OpStatus::UnsupportedByBackend { .. } if featured => {}
            other => panic!("{}: {other:?}", op.op),
        }
    }
    let engines = engine_standings(
        context.catalog(),
        context.plan(),
        &slugs,
        &records,
        &context.settings().plan,
    );
    assert!(engines.len() > 20, "{}", engines.len());
    for engine in engines {
        match &engine.status {
            EngineStatus::MissingHardware { hardware } => {
                assert_eq!(
                    Some(&**hardware),
                    lacking(&engine.engine),
                    "{}",
                    engine.engine
                );
            }
            status => assert_eq!(*status, EngineStatus::Holds, "{}", engine.engine),
        }
    }
}
