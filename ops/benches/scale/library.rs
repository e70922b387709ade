//! A library of any number of ops, and the certificate of a backend that passes all of it.

use vyre_conform_certificate::certificate::{
    Certificate, Covered, EngineEvidence, Evidence, Hardware, Hits, LawEvidence, OpEvidence,
    OutcomeName, Part, ProgramsEvidence, Settings, SuiteTexts, derive, parse, part_of, seed_text,
};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine;
use vyre_conform_runtime::registry::{self, OpDef, Polarity};
use vyre_conform_suite::plan::{self, Lengths, Obligation, PlanOptions, engine_length, law_slug};

/// A certificate whose backend, run facts and profile the made one has.
const HEAD: &[u8] = include_bytes!("../../../tests/tests/certificates/version-1.json");

/// This many ops: the strict ones of this library, again and again under other ids, and its engines.
pub(crate) fn library(count: usize) -> Catalog {
    let mut strict = registry::ops();
    strict.retain(|op| op.op.track().is_strict());
    strict.sort_by_key(|op| op.id);
    let of = |k: usize| -> &'static OpDef {
        let base = strict[k % strict.len()];
        match k / strict.len() {
            0 => base,
            copy => {
                let mut def = *base;
                def.id = format!("{}_{copy}", base.id).leak();
                Box::leak(Box::new(def))
            }
        }
    };
    let ops = (0..count).map(of).collect();
    Catalog::with_engines(ops, registry::helpers(), engine::engines()).expect("distinct ids")
}

/// The certificate of a backend on which everything passes.
pub(crate) fn certificate(catalog: &Catalog) -> Certificate {
    let head = parse(HEAD).expect("a certificate");
    let backends = [head.evidence.backend.slug.clone()];
    let options = PlanOptions::default();
    let ops = catalog.ops().iter().map(|op| {
        let def = op.def;
        let planned = plan::of_op(def, &backends, &options, None).expect("a plan");
        let mut lengths = Lengths::new(op, &options);
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
            hardware: Hardware::of(&def.category, &head.evidence.backend),
            track: def.op.track(),
            operands: operands.map(|t| t.rust_name().into()).collect(),
            result: def.op.signature.result.rust_name().into(),
            ulps: None,
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
    let engines = catalog.engines().iter().map(|engine| {
        let planned = plan::of_engine(engine, &backends, &options, None).expect("a plan");
        EngineEvidence {
            id: engine.id.into(),
            version: engine.version,
            kind: engine.kind,
            additions: engine.accumulation.map(|of| of.order),
            invariants: engine.invariants.iter().map(|i| i.name().into()).collect(),
            level: None,
            unsupported: None,
            missing: vec![],
            baselines: vec![],
            cases: 0,
            parts: planned
                .obligations()
                .iter()
                .map(|o| passed(o, engine_length(engine, &o.part, &options), 0))
                .collect(),
        }
    });
    let planned = plan::of_programs(&backends, &options).expect("a plan");
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
    let suite = SuiteTexts::new(catalog).digests(|_| true);
    let mut evidence = Evidence {
        spec_digest: suite.spec,
        registry_digest: suite.registry,
        settings: Settings {
            seed: format!("{:#x}", options.seed),
            witnesses: options.witnesses,
            domains: vec![],
            engine_inputs: options.engine_inputs,
            programs: options.programs,
            filter: None,
            track: None,
            prove: false,
            mutate: false,
            baselines: false,
            engine_kinds: true,
        },
        ops: ops.collect(),
        engines: engines.collect(),
        programs: Some(programs),
        skipped: vec![],
        regressions: vec![],
        ..head.evidence
    };
    // What every adapter lists, and the features of the ops that ask for some.
    let backend = &mut evidence.backend;
    let limit = "max_compute_workgroup_size_x";
    backend.limits.insert(limit.into(), 1024);
    let needed = ["shader-f16", "shader-int64"].map(str::to_owned);
    backend.features.extend(needed);
    backend.features.sort();
    backend.features.dedup();
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
