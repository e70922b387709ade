//! Plausibility of the baselines in a certificate: each is an expected one, and its verdict follows from the stated
//! turns. The measurement itself is the issuer's word.

use crate::certificate::{BaselineEvidence, BaselineOutcome, Certificate, Competitor};
use std::collections::BTreeSet;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::Capabilities;
use vyre_conform_suite::backend::INPUT_GENERATION;

/// The faults of the baselines of a certificate.
pub(super) fn problems(certificate: &Certificate, catalog: &Catalog) -> Vec<String> {
    let evidence = &certificate.evidence;
    let requested = evidence.settings.baselines;
    let mut problems = vec![];
    let mut keys = BTreeSet::new();
    let ops = evidence.ops.iter().map(|op| {
        let def = catalog.find(&op.id).map(|op| op.def);
        let def = def.filter(|def| requested && op.needs_baselines(def));
        let against = def.map(Competitor::of_op);
        (&op.id, &op.baselines, &op.unsupported, against)
    });
    let engines = evidence.engines.iter().map(|engine| {
        let needs_baselines = requested && engine.needs_baselines();
        let def = catalog.find_engine(&engine.id).filter(|_| needs_baselines);
        let against = def.map(Competitor::of_engine);
        (&engine.id, &engine.baselines, &engine.unsupported, against)
    });
    for (id, found, unsupported, expected) in ops.chain(engines) {
        let competitors = expected.unwrap_or_default();
        let names = competitors
            .iter()
            .map(|against| (against.name(), against.min_rate()));
        let stated = found
            .iter()
            .map(|stated| (stated.against.clone(), stated.least));
        if !stated.eq(names) {
            problems.push(format!(
                "{id}: its baselines are not those that are expected: {}",
                if competitors.is_empty() {
                    "none".to_owned()
                } else {
                    competitors
                        .iter()
                        .map(Competitor::name)
                        .collect::<Vec<_>>()
                        .join(", ")
                }
            ));
        }
        for stated in found {
            let key = stated.key(id);
            let turns = certificate.run.baselines.get(&key);
            let wrong = stated.problem(turns).or_else(|| {
                let backend = evidence.backend.has(INPUT_GENERATION);
                of_backend(stated, backend, unsupported.is_some())
            });
            problems.extend(wrong.map(|what| format!("{id}: {what}")));
            keys.insert(key);
        }
    }
    let others = certificate.run.baselines.keys();
    problems.extend(others.filter(|key| !keys.contains(*key)).map(|key| {
        format!("its run has turns of `{key}`, which is not a baseline of the certificate")
    }));
    if requested && evidence.shards.of > 1 {
        problems.push("it is a shard, but has baselines, which an undivided run measures".into());
    }
    problems
}

/// The fault of a baseline for this kind of backend: one that generates no inputs computes on the processor.
fn of_backend(stated: &BaselineEvidence, is_device: bool, unsupported: bool) -> Option<String> {
    let problem = match stated.outcome {
        outcome if outcome.is_measured() && !is_device => {
            "a software adapter establishes no baseline, but it has a rate"
        }
        BaselineOutcome::Software if is_device => {
            "it states that the backend is a software adapter, which is false"
        }
        outcome if outcome.is_measured() && unsupported => {
            "it has a rate, but the backend does not support the op"
        }
        _ => return None,
    };
    Some(format!("against `{}`: {problem}", stated.against))
}
