//! Request of a certificate's run, as far as planning needs it.

use crate::certificate::Evidence;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::plan::numbers::seed;
use vyre_conform_suite::plan::{Domain, Oracle, PartKind, PlanOptions, SavedCases, Tracks};

/// The options of the planner.
pub(super) fn options_of(evidence: &Evidence) -> Result<PlanOptions, String> {
    let settings = &evidence.settings;
    let mut options = PlanOptions {
        seed: seed(&settings.seed).ok_or_else(|| format!("`{}` is not a seed", settings.seed))?,
        witnesses: settings.witnesses,
        engine_inputs: settings.engine_inputs,
        programs: settings.programs,
        prove: settings.prove,
        mutate: settings.mutate,
        baselines: settings.baselines,
        tracks: Tracks::Strict,
        ..PlanOptions::default()
    };
    options.filetests = match &settings.filetests {
        None => vec![],
        Some(filetests) => match filetests.problem() {
            None => filetests.files.clone(),
            Some(problem) => return Err(problem),
        },
    };
    options.wgsl = match &settings.wgsl {
        None => vec![],
        Some(wgsl) => match wgsl.problem() {
            None => wgsl.names.clone(),
            Some(problem) => return Err(problem),
        },
    };
    if let Some(track) = settings.track {
        options.tracks = Tracks::Only(track);
    }
    for name in &settings.domains {
        let domain = Domain::from_name(name);
        let domain = domain.ok_or_else(|| format!("`{name}` is not a domain of laws"))?;
        options.extra_domains.push(domain);
    }
    options.composed = composed_of(evidence);
    Ok(options)
}

/// Laws proved by theorems, according to the oracles of their parts. [`theorems`](super::theorems) finds the theorems
/// again.
fn composed_of(evidence: &Evidence) -> BTreeSet<(String, usize)> {
    let parts = evidence.ops.iter().flat_map(|op| {
        let parts = op.parts.iter().filter(|part| part.is_proof());
        parts.map(move |part| (&op.id, part))
    });
    let composed = parts.filter(|(_, part)| part.oracle == Oracle::CompositionTheorem);
    composed
        .filter_map(|(op, part)| Some((op.clone(), usize::try_from(part.law?).ok()?)))
        .collect()
}

/// Saved failures of each op and engine, according to its parts; the values are in the author's crate.
pub(super) fn saved_of(
    evidence: &Evidence,
    catalog: &Catalog,
) -> Result<BTreeMap<String, SavedCases>, String> {
    let ops = catalog.ops().iter();
    let laws: HashMap<&str, usize> = ops.map(|op| (op.def.id, op.def.laws.len())).collect();
    let mut all: BTreeMap<String, SavedCases> = BTreeMap::new();
    for op in &evidence.ops {
        for part in op
            .parts
            .iter()
            .filter(|part| part.part == PartKind::Regressions)
        {
            let saved = all.entry(op.id.clone()).or_insert_with(|| SavedCases {
                op: op.id.clone(),
                ..SavedCases::default()
            });
            match part.law.map(|law| law as usize) {
                None => saved.values = true,
                Some(law) if laws.get(&*op.id).is_none_or(|laws| law >= *laws) => {
                    let id = &part.id;
                    return Err(format!("{id} names a law that is not declared"));
                }
                Some(law) if saved.laws.contains(&law) => {}
                Some(law) => saved.laws.push(law),
            }
        }
    }
    for engine in &evidence.engines {
        if engine
            .parts
            .iter()
            .any(|part| part.part == PartKind::Regressions)
        {
            let saved = SavedCases {
                op: engine.id.clone(),
                values: true,
                laws: vec![],
            };
            all.insert(engine.id.clone(), saved);
        }
    }
    Ok(all)
}
