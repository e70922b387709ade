//! The evidence that a run is due: every part named, none of it run. A run fills it in; a verification
//! compares a certificate with it, so that nothing can be left out of one unnoticed.

use super::shard::Shard;
use crate::backend::Identity;
use crate::catalog::Catalog;
use crate::certify::certificate::{
    Backend, DigestProfile, EngineEvidence, Evidence, Hits, LawEvidence, OpEvidence, OutcomeName,
    Part, Profile, RetiredCase, SavedFailures, Settings, Shards, Skipped, part_of, registry_digest,
    spec_digest,
};
use crate::harness::{self, Context};
use crate::plan::{Obligation, Options, Tracks};
use crate::registry::{OpDef, Polarity};
use crate::spec::Track;

/// The reason of a part that the filter left out.
pub(in crate::cli) const FILTERED: &str = "the filter leaves it out";

/// The evidence that is due on a backend of the context.
pub(in crate::cli) fn skeleton(
    context: &Context,
    identity: &Identity,
    settings: Settings,
    shards: Shards,
    registry_digest: &str,
) -> Evidence {
    let filter = settings.filter.clone();
    let wanted = |id: &str| selected(filter.as_deref(), id);
    let slug = &identity.slug;
    let here = |o: &&Obligation| o.backend().is_none_or(|b| b == slug);
    let parts = |id: &str| -> Vec<Part> {
        let all = context.plan().obligations().iter();
        let mine = all.filter(here).filter(|o| o.op == id);
        mine.map(|o| due(context, o, wanted(&o.id))).collect()
    };
    let any = |parts: &[Part]| parts.iter().any(|p| p.reason.is_none());
    let mut skipped = vec![];
    let mut leave_out = |id: &str| {
        skipped.push(Skipped {
            id: id.into(),
            kind: "filtered".into(),
            reason: FILTERED.into(),
        });
    };
    let mut ops = vec![];
    let options = &context.settings().plan;
    let catalog = context.catalog();
    let planned = |op: &&crate::catalog::Op| options.takes(op.def.op.track());
    for op in catalog.ops().iter().filter(planned) {
        let parts = parts(op.def.id);
        match any(&parts) {
            true => ops.push(op_evidence(op.def, parts)),
            false => leave_out(op.def.id),
        }
    }
    let mut engines = vec![];
    let with_engines = options.takes(Track::Integer);
    for engine in catalog.engines().iter().filter(|_| with_engines) {
        let parts = parts(engine.id);
        if filter.is_some() && !any(&parts) {
            leave_out(engine.id);
            continue;
        }
        engines.push(EngineEvidence {
            id: engine.id.into(),
            version: engine.version,
            invariants: engine.invariants.iter().map(|i| i.name().into()).collect(),
            level: None,
            unsupported: None,
            missing: vec![],
            cases: 0,
            parts,
        });
    }
    let float = |op: &OpEvidence| op.track == Track::Float.name();
    let approximate = options.tracks == Tracks::Only(Track::Approximate);
    let floats = match (ops.iter().any(float), identity.profile()) {
        _ if approximate => "approximate",
        (false, _) => "not claimed",
        (true, Some("native")) => "strict, native",
        (true, Some("wgsl")) => "plain WGSL",
        (true, _) => "strict",
    };
    Evidence {
        suite_version: env!("CARGO_PKG_VERSION").into(),
        spec_digest: spec_digest(),
        registry_digest: registry_digest.into(),
        track: if approximate { "approximate" } else { "strict" }.into(),
        backend: backend(identity),
        profile: Profile {
            integers: "exact".into(),
            floats: floats.into(),
            digests: Some(DigestProfile::of_this_suite()),
        },
        settings,
        shards,
        levels: vec![],
        ops,
        engines,
        compositions: vec![],
        baselines: vec![],
        skipped,
        regressions: Some(vec![]),
    }
}

/// The saved failures of the ops that a filter takes, as they are now: asked before anything runs,
/// because a run saves what fails in it.
pub(super) fn saved(context: &Context, filter: Option<&str>) -> Result<Vec<SavedFailures>, String> {
    let mut out = vec![];
    for op in context.catalog().ops() {
        let id = op.def.id;
        let mine = context.plan().obligations().iter().filter(|o| o.op == id);
        let cases = context.saved(id)?;
        if cases.is_empty() || !{ mine }.any(|o| selected(filter, &o.id)) {
            continue;
        }
        // A case has its number in the file, whichever cases of the file this run leaves out.
        let all = context.store().load(id).map_err(|e| e.to_string())?;
        let numbered = all.iter().enumerate().filter(|(_, c)| cases.contains(c));
        let retired = numbered.filter_map(|(k, case)| {
            Some(RetiredCase {
                case: format!("{id}#{}", k + 1),
                found_by: case.found_by.clone(),
                reason: case.retired.clone()?,
            })
        });
        out.push(SavedFailures {
            op: id.into(),
            cases: cases.len() as u64,
            retired: retired.collect(),
        });
    }
    Ok(out)
}

/// Whether a filter takes an obligation: one of the filter's parts, separated by commas, is in the id.
pub(in crate::cli) fn selected(filter: Option<&str>, id: &str) -> bool {
    filter.is_none_or(|filter| {
        let parts = filter.split(',').map(str::trim);
        let mut parts = parts.filter(|part| !part.is_empty());
        filter.is_empty() || parts.any(|part| id.contains(part))
    })
}

/// Who a backend is, as a certificate says it.
pub(in crate::cli) fn backend(identity: &Identity) -> Backend {
    Backend {
        kind: identity.kind.clone(),
        slug: identity.slug.clone(),
        device: identity.device.clone(),
        driver: identity.driver.clone(),
        features: identity.features.clone(),
        limits: identity.limits.iter().cloned().collect(),
    }
}

/// What was asked of the planner, as a certificate says it.
pub(super) fn settings(plan: &Options, filter: Option<&str>) -> Settings {
    Settings {
        seed: format!("{:#x}", plan.seed),
        witnesses: plan.witnesses,
        domains: plan.extra_domains.iter().map(|d| d.name().into()).collect(),
        engine_inputs: plan.engine_inputs,
        filter: filter.map(str::to_owned),
        track: match plan.tracks {
            Tracks::Only(track) => Some(track.name().into()),
            _ => None,
        },
    }
}

/// Which shard, as a certificate says it.
pub(super) fn shards(shard: Shard) -> Shards {
    Shards {
        of: shard.of,
        have: vec![shard.number],
    }
}

/// The digest of what a context's catalog registers.
pub(in crate::cli) fn registry(catalog: &Catalog) -> String {
    registry_digest(catalog)
}

fn due(context: &Context, obligation: &Obligation, wanted: bool) -> Part {
    let mut part = part_of(obligation);
    part.due = harness::cases(context, obligation);
    part.outcome = OutcomeName::NotRun;
    part.reason = (!wanted).then(|| FILTERED.into());
    part
}

fn op_evidence(def: &OpDef, parts: Vec<Part>) -> OpEvidence {
    let laws = def.laws.iter().map(|law| LawEvidence {
        text: law.text.into(),
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
        track: def.op.track().name().into(),
        operands: Some(operands.map(|t| t.rust_name().into()).collect()),
        result: Some(def.op.signature.result.rust_name().into()),
        ulps: def.op.tolerance.as_ulps(),
        level: None,
        unsupported: None,
        missing: vec![],
        grade: String::new(),
        laws: laws.collect(),
        table_rows: def.rows.len() as u64,
        boundaries: none_of(def.boundaries.len()),
        classes: none_of(def.classes.len()),
        cases: 0,
        parts,
    }
}
