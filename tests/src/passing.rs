//! The certificate of a backend that passes all of a library, without a run.

use vyre_conform_certificate::certificate::{
    Backend, Certificate, Covered, EngineEvidence, Evidence, Hardware, Hits, LawEvidence,
    OpEvidence, OutcomeName, Part, ProgramsEvidence, SuiteTexts, derive, parse, part_of, seed_text,
};
use vyre_conform_certificate::expected::settings;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::Polarity;
use vyre_conform_runtime::spec::{Category, EngineKind, Track};
use vyre_conform_suite::plan::{
    self, EngineRule, Lengths, Obligation, PlanOptions, engine_length, law_slug,
};

/// A certificate whose backend, run facts and profile the made one has.
const HEAD: &[u8] = include_bytes!("../tests/certificates/version-1.json");

/// The certificate of a backend on which everything passes that these options take of a library.
///
/// # Panics
/// Panics if the library cannot be planned.
pub fn passing(catalog: &Catalog, options: &PlanOptions) -> Certificate {
    let head = parse(HEAD).expect("a certificate");
    let backend = able(head.evidence.backend, catalog);
    let backends = [backend.slug.clone()];
    let ops = catalog.ops().iter();
    let ops = ops.filter(|op| options.takes(op.def.op.track()));
    let ops = ops.map(|op| {
        let def = op.def;
        let planned = plan::of_op(def, &backends, options, None).expect("a plan");
        let mut lengths = Lengths::new(op, options);
        let parts = planned.obligations().iter();
        let covered = Covered {
            boundaries: def.boundaries.len() as u64,
            classes: def.classes.len() as u64,
        };
        let parts = parts.map(|o| {
            let whole = lengths.whole(&o.part, o.backend().is_some());
            Part {
                covered: (o.part == plan::Part::Coverage).then_some(covered),
                ..passed(o, lengths.of(&o.part), whole.unwrap_or(0))
            }
        });
        let parts = parts.collect();
        let laws = def.laws.iter().map(|law| LawEvidence {
            text: law.text.into(),
            name: law_slug(law),
            holds: matches!(law.polarity, Polarity::Holds),
            reference: vec![],
            backend: vec![],
            grade: String::new(),
        });
        let total = |n: usize| Hits {
            hit: 0,
            total: n as u64,
        };
        let operands = def.op.signature.operands.iter();
        OpEvidence {
            id: def.id.into(),
            version: def.version,
            category: def.category.letter().into(),
            hardware: Hardware::of(&def.category, &backend),
            track: def.op.track(),
            operands: operands.map(|t| t.rust_name().into()).collect(),
            result: def.op.signature.result.rust_name().into(),
            ulps: def.op.tolerance.as_ulps(),
            level: None,
            unsupported: None,
            missing: vec![],
            grade: String::new(),
            laws: laws.collect(),
            table_rows: def.rows.len() as u64,
            kills: None,
            baselines: vec![],
            boundaries: total(def.boundaries.len()),
            classes: total(def.classes.len()),
            cases: 0,
            parts,
        }
    });
    let by_kind = options.engines == EngineRule::ByKind;
    let engines = catalog.engines().iter();
    let engines = engines.filter(|engine| options.takes_engine(engine));
    let engines = engines.map(|engine| {
        let planned = plan::of_engine(engine, &backends, options, None).expect("a plan");
        let orders = engine.accumulation.filter(|_| by_kind);
        EngineEvidence {
            id: engine.id.into(),
            version: engine.version,
            kind: if by_kind {
                engine.kind
            } else {
                EngineKind::Integer
            },
            additions: orders.map(|of| of.order),
            invariants: engine.invariants.iter().map(|i| i.name().into()).collect(),
            level: None,
            unsupported: None,
            missing: vec![],
            baselines: vec![],
            cases: 0,
            parts: planned
                .obligations()
                .iter()
                .map(|o| passed(o, engine_length(engine, &o.part, options), 0))
                .collect(),
        }
    });
    let planned = plan::of_programs(&backends, options).expect("a plan");
    let parts = planned.obligations().iter();
    let programs = ProgramsEvidence {
        count: options.programs,
        seed: seed_text(options.seed),
        agreed: 0,
        level: None,
        unsupported: None,
        missing: vec![],
        parts: parts
            .map(|o| passed(o, Some(options.programs), 0))
            .collect(),
    };
    let suite = SuiteTexts::new(catalog).taken(options);
    let mut evidence = Evidence {
        spec_digest: suite.spec,
        registry_digest: suite.registry,
        settings: settings(options, None),
        ops: ops.collect(),
        engines: engines.collect(),
        programs: options.takes(Track::Integer).then_some(programs),
        skipped: vec![],
        regressions: vec![],
        backend,
        ..head.evidence
    };
    derive(&mut evidence);
    Certificate::seal(evidence, head.run)
}

/// A part that passed, with this number of cases where it is a range of them, and with `whole` where it is not.
fn passed(obligation: &Obligation, length: Option<u64>, whole: u64) -> Part {
    Part {
        outcome: OutcomeName::Passed,
        cases: length.unwrap_or(whole),
        due: length,
        range: length.map(|length| [0, length]),
        ..part_of(obligation)
    }
}

/// The backend with every feature that an op of the library asks for, the largest workgroup, and subgroups of 32.
fn able(mut backend: Backend, catalog: &Catalog) -> Backend {
    let asked = catalog.ops().iter().filter_map(|op| match op.def.category {
        Category::C { hardware, .. } => Some(hardware.to_owned()),
        _ => None,
    });
    backend.features.extend(asked);
    backend.features.sort();
    backend.features.dedup();
    let sizes = [
        ("max_compute_workgroup_size_x", 1024),
        ("subgroup_max_size", 32),
        ("subgroup_min_size", 32),
    ];
    let sizes = sizes.map(|(name, size)| (name.to_owned(), size));
    backend.limits.extend(sizes);
    backend
}
