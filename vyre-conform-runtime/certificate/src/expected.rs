//! The evidence that a run must produce, with all parts and no results. A run fills it in; verification compares a
//! certificate with it, so that a missing part is noticed.

use crate::certificate::{
    Backend, DigestProfile, EngineEvidence, Evidence, Exactness, Filetests, FloatProfile, Hardware,
    Hits, LawEvidence, OpEvidence, Part, ProgramsEvidence, Settings, Shards, SkipKind, SkippedPart,
    SuiteDigests, WgslTests, part_of, seed_text,
};
use crate::names::Names;
use std::borrow::Borrow;
use std::collections::HashMap;
use vyre_conform_fuzz::GENERATOR;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::{OpDef, Polarity};
use vyre_conform_spec::{Capabilities, Profile, Track};
use vyre_conform_suite::backend::{Identity, compiles_expressions};
use vyre_conform_suite::plan::{
    Lengths, Obligation, PROGRAMS, Plan, PlanOptions, Tracks, engine_length, law_slug,
    programs_length,
};

/// Reason of a part that the filter left out.
pub(crate) const FILTERED: &str = "the filter leaves it out";

/// The expected evidence of a run with this plan on a backend.
pub fn expected(
    catalog: &Catalog,
    (plan, options): (&Plan, &PlanOptions),
    identity: &Identity,
    settings: Settings,
    shards: Shards,
    suite: &SuiteDigests,
) -> Evidence {
    let here = |o: &&Obligation| o.backend().is_none_or(|b| b == identity.slug);
    let mut planned: HashMap<&str, Vec<&Obligation>> = HashMap::new();
    for obligation in plan.obligations().iter().filter(here) {
        planned.entry(&obligation.op).or_default().push(obligation);
    }
    let of = |id: &str| planned.get(id).map_or(&[][..], Vec::as_slice);
    let filter = Names::of_certificate(settings.filter.as_deref());
    let filter = filter.as_ref();
    let mut due = ExpectedEvidence::default();
    let ops = catalog.ops().iter();
    for op in ops.filter(|op| options.takes(op.def.op.track())) {
        let of = op_due(op, of(op.def.id), options, filter, identity);
        due.op(op.def.id, of);
    }
    let engines = catalog.engines().iter();
    for engine in engines.filter(|engine| options.takes_engine(engine)) {
        due.engine(
            engine.id,
            engine_due(engine, of(engine.id), options, filter),
        );
    }
    if options.takes_programs() {
        due.programs(programs_due(of(PROGRAMS), options, filter));
    }
    due.evidence(identity, options, settings, shards, suite)
}

/// Expected evidence of everything that the filter selects, and the list of the rest.
#[derive(Default)]
pub(crate) struct ExpectedEvidence {
    ops: Vec<OpEvidence>,
    engines: Vec<EngineEvidence>,
    programs: Option<ProgramsEvidence>,
    skipped: Vec<SkippedPart>,
}

impl ExpectedEvidence {
    /// Adds an op, or records it as left out.
    pub(crate) fn op(&mut self, id: &str, expected: Option<OpEvidence>) {
        match expected {
            Some(expected) => self.ops.push(expected),
            None => self.skipped.push(left_out(id)),
        }
    }

    /// Adds an engine, or records it as left out.
    pub(crate) fn engine(&mut self, id: &str, expected: Option<EngineEvidence>) {
        match expected {
            Some(expected) => self.engines.push(expected),
            None => self.skipped.push(left_out(id)),
        }
    }

    /// Adds random programs, or records them as left out.
    pub(crate) fn programs(&mut self, expected: Option<ProgramsEvidence>) {
        if expected.is_none() {
            self.skipped.push(left_out(PROGRAMS));
        }
        self.programs = expected;
    }

    /// The evidence without results.
    pub(crate) fn evidence(
        self,
        identity: &Identity,
        options: &PlanOptions,
        settings: Settings,
        shards: Shards,
        suite: &SuiteDigests,
    ) -> Evidence {
        let approximate = options.tracks == Tracks::Only(Track::Approximate);
        Evidence {
            suite_version: env!("CARGO_PKG_VERSION").into(),
            spec_digest: suite.spec.clone(),
            registry_digest: suite.registry.clone(),
            track: if approximate { "approximate" } else { "strict" }.into(),
            backend: Backend::from(identity),
            losses: None,
            profile: Exactness {
                integers: "exact".into(),
                floats: floats(&self.ops, options, identity),
                digests: DigestProfile::of(&identity.kind),
                expressions: expressions(identity, suite),
            },
            settings,
            shards,
            levels: vec![],
            ops: self.ops,
            engines: self.engines,
            programs: self.programs,
            skipped: self.skipped,
            regressions: vec![],
        }
    }
}

/// The digest of native expressions, for a backend that compiles them.
pub(crate) fn expressions(identity: &Identity, suite: &SuiteDigests) -> Option<String> {
    compiles_expressions(&identity.kind).then(|| suite.expressions.clone())
}

/// The float profile of a certificate of these ops.
pub(crate) fn floats(
    ops: &[OpEvidence],
    options: &PlanOptions,
    identity: &Identity,
) -> FloatProfile {
    let float = |op: &OpEvidence| op.track == Track::Float;
    match (ops.iter().any(float), identity.profile()) {
        _ if options.tracks == Tracks::Only(Track::Approximate) => FloatProfile::Approximate,
        (false, _) => FloatProfile::NotClaimed,
        (true, Some(Profile::Native)) => FloatProfile::StrictNative,
        (true, Some(Profile::Wgsl)) => FloatProfile::PlainWgsl,
        (true, _) => FloatProfile::Strict,
    }
}

/// The record that the filter leaves out an op, an engine or the random programs.
pub(crate) fn left_out(id: &str) -> SkippedPart {
    SkippedPart {
        id: id.into(),
        kind: SkipKind::Filtered,
        reason: FILTERED.into(),
    }
}

/// The expected evidence of an op with these obligations; `None` if the filter selects none of them.
pub(crate) fn op_due<'o, O: Borrow<Obligation> + 'o>(
    op: &Op,
    obligations: impl IntoIterator<Item = &'o O, IntoIter: Clone>,
    options: &PlanOptions,
    filter: Option<&Names>,
    backend: &dyn Capabilities,
) -> Option<OpEvidence> {
    let obligations = obligations.into_iter().map(Borrow::borrow);
    if !obligations.clone().any(|o| selected(filter, o)) {
        return None;
    }
    let mut lengths = Lengths::new(op, options);
    let parts = obligations.map(|o| part_due(o, lengths.part_len(&o.part), filter));
    let hardware = Hardware::of(&op.def.category, backend);
    Some(op_evidence(op.def, hardware, parts.collect()))
}

/// The expected evidence of an engine with these obligations; `None` if the filter selects none of them.
pub(crate) fn engine_due<'o, O: Borrow<Obligation> + 'o>(
    engine: &EngineDef,
    obligations: impl IntoIterator<Item = &'o O, IntoIter: Clone>,
    options: &PlanOptions,
    filter: Option<&Names>,
) -> Option<EngineEvidence> {
    let part = |o: &Obligation| part_due(o, engine_length(engine, &o.part, options), filter);
    let obligations = obligations.into_iter().map(Borrow::borrow);
    if filter.is_some() && !obligations.clone().any(|o| selected(filter, o)) {
        return None;
    }
    Some(EngineEvidence {
        id: engine.id.into(),
        version: engine.version,
        kind: engine.kind,
        additions: engine.accumulation.map(|of| of.order),
        kernels: vec![],
        invariants: engine.invariants.iter().map(|i| i.name().into()).collect(),
        level: None,
        unsupported: None,
        missing: vec![],
        baselines: vec![],
        cases: 0,
        parts: obligations.map(part).collect(),
    })
}

/// The expected evidence of random programs with these obligations; `None` if the filter selects none of them.
pub(crate) fn programs_due<'o, O: Borrow<Obligation> + 'o>(
    obligations: impl IntoIterator<Item = &'o O, IntoIter: Clone>,
    options: &PlanOptions,
    filter: Option<&Names>,
) -> Option<ProgramsEvidence> {
    let obligations = obligations.into_iter().map(Borrow::borrow);
    if !obligations.clone().any(|o| selected(filter, o)) {
        return None;
    }
    let part = |o: &Obligation| part_due(o, programs_length(&o.part, options), filter);
    Some(ProgramsEvidence {
        count: options.programs,
        seed: seed_text(options.seed),
        generator: GENERATOR,
        agreed: 0,
        level: None,
        unsupported: None,
        missing: vec![],
        shaders: None,
        parts: obligations.map(part).collect(),
    })
}

fn part_due(obligation: &Obligation, length: Option<u64>, filter: Option<&Names>) -> Part {
    let mut part = part_of(obligation);
    part.due = length;
    part.reason = (!selected(filter, obligation)).then(|| FILTERED.into());
    part
}

/// True if the filter selects an obligation; without a filter, always.
pub fn selected(filter: Option<&Names>, obligation: &Obligation) -> bool {
    filter.is_none_or(|names| names.take(&obligation.op, &obligation.id))
}

/// The options of the planner as a certificate records them.
pub fn settings(plan: &PlanOptions, filter: Option<&str>) -> Settings {
    Settings {
        seed: seed_text(plan.seed),
        witnesses: plan.witnesses,
        domains: plan.extra_domains.iter().map(|d| d.name().into()).collect(),
        engine_inputs: plan.engine_inputs,
        programs: plan.programs,
        filter: filter.map(str::to_owned),
        track: match plan.tracks {
            Tracks::Only(track) => Some(track),
            _ => None,
        },
        prove: plan.prove,
        mutate: plan.mutate,
        baselines: plan.baselines,
        filetests: Filetests::of(plan),
        wgsl: WgslTests::of(plan),
    }
}

fn op_evidence(def: &OpDef, hardware: Option<Hardware>, parts: Vec<Part>) -> OpEvidence {
    let laws = def.laws.iter().map(|law| LawEvidence {
        text: law.text.into(),
        name: law_slug(law),
        holds: matches!(law.polarity, Polarity::Holds),
        reference: vec![],
        backend: vec![],
        grade: String::new(),
    });
    let operands = def.op.signature.operands.iter();
    let none_of = |total: usize| Hits {
        hit: 0,
        total: total as u64,
    };
    OpEvidence {
        id: def.id.into(),
        version: def.version,
        category: def.category.letter().into(),
        hardware,
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
        boundaries: none_of(def.boundaries.len()),
        classes: none_of(def.classes.len()),
        cases: 0,
        parts,
    }
}
