//! A certificate from a context, without files: for programs that have a catalog of their own.

use super::assemble::assemble;
use super::result::TaskResult;
use super::shard::Shard;
use super::skeleton;
use crate::certify::certificate::{Certificate, RunFacts, registry_digest};
use crate::harness::{Context, Lengths, engine_length};
use std::collections::HashMap;

/// Runs everything that a context plans for its backend of this name, and makes the certificate of it: what the
/// command `certify` does, for programs that have a catalog of their own. The facts of the run are left open.
///
/// # Panics
/// If the context has no backend of this name.
pub fn certified(context: &Context, backend: &str) -> Certificate {
    let identity = context.identity(backend);
    let options = &context.settings().plan;
    let registry = registry_digest(context.catalog());
    let due = skeleton::skeleton(
        context,
        identity,
        skeleton::settings(options, None),
        skeleton::shards(Shard::WHOLE),
        &registry,
    );
    let mut results: HashMap<String, Vec<TaskResult>> = HashMap::new();
    for obligation in context.plan().obligations() {
        if obligation.backend().is_some_and(|slug| slug != backend) {
            continue;
        }
        let (catalog, part) = (context.catalog(), &obligation.part);
        let length = match catalog.find_engine(&obligation.op) {
            Some(def) => engine_length(def, part, options),
            None => catalog
                .find(&obligation.op)
                .and_then(|op| Lengths::new(op, options).of(part)),
        };
        let result = super::work::met(context, obligation, length.map(|length| 0..length));
        results.insert(obligation.id.clone(), vec![result]);
    }
    let evidence = assemble(context, due, &results, Shard::WHOLE);
    Certificate::seal(evidence, RunFacts::default())
}
