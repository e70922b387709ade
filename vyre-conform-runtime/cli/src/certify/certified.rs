//! A certificate without files: for programs that have a catalog and backends of their own.

use super::shard::Shard;
use super::{assemble, conclusion, skeleton, work};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::time::SystemTime;
use vyre_conform_certificate::certificate::{Certificate, Part, registry_digest};
use vyre_conform_harness::Context;
use vyre_conform_suite::plan::Obligation;

/// The certificate of what a run shows on one of its backends: what the command `certify` does, without journal,
/// shards and interruption.
///
/// # Errors
/// There is no such backend, or saved failures cannot be read.
pub fn certified(
    context: &Context,
    backend: &str,
    filter: Option<&str>,
) -> Result<Certificate, String> {
    let began = SystemTime::now();
    let found = context.backend(backend);
    let found = found.ok_or_else(|| format!("there is no backend `{backend}` in this run"))?;
    let mut due = skeleton::skeleton(
        context,
        found.identity(),
        skeleton::settings(&context.settings().plan, filter),
        skeleton::shards(Shard::WHOLE),
        &registry_digest(context.catalog()),
    );
    due.regressions = skeleton::saved(context, filter)?;
    let obligations = context.plan().obligations().iter();
    let by_id: HashMap<&str, &Obligation> = obligations.map(|o| (o.id.as_str(), o)).collect();
    let wanted: Vec<&Part> = due.parts().filter(|part| part.reason.is_none()).collect();
    let results = wanted
        .par_iter()
        .with_min_len(1)
        .map(|part| {
            let obligation = by_id[part.id.as_str()];
            let result = work::met(context, obligation, part.due.map(|due| 0..due));
            (part.id.clone(), vec![result])
        })
        .collect::<Vec<_>>();
    let results = results.into_iter().collect();
    let evidence = assemble::assemble(context, due, &results, Shard::WHOLE);
    let facts = conclusion::facts(began, 1, BTreeMap::new(), context.absent());
    Ok(Certificate::seal(evidence, facts))
}
