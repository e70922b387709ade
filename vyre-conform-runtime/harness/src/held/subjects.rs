//! Digests of ops, engines and random programs, for keys of verdicts. They call functions of authors, each within the
//! time limit of the run; engines are called in parallel.

use crate::context::Context;
use crate::limit;
use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_certificate::certificate::{EngineText, engine_texts, op_digest, results_digest};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_suite::invariants::PLANNED_INPUTS;
use vyre_conform_suite::plan::PROGRAMS;
use vyre_conform_verdicts::{Key, KeyBuilder};

/// The digests of the subjects with these ids, without those that depend on something unknown.
pub(super) fn subject_digests(context: &Context, ids: &BTreeSet<&str>) -> BTreeMap<String, Key> {
    let catalog = context.catalog();
    let engines = ids.iter().filter_map(|id| catalog.find_engine(id));
    let engines: Vec<&'static EngineDef> = engines.collect();
    let texts = texts_of(context, &engines);
    let called = texts.iter().flatten().flat_map(EngineText::calls);
    let mut ops: BTreeSet<&str> = called.map(String::as_str).collect();
    ops.extend(ids.iter().filter(|id| catalog.find(id).is_some()));
    if ids.contains(PROGRAMS) {
        ops.extend(catalog.ops().iter().map(|op| op.def.id));
    }
    let ops = ops.into_iter();
    let ops = ops.filter_map(|id| Some((id, op_digest_within(context, id)?)));
    let ops: BTreeMap<&str, Key> = ops.collect();
    let mut digests: BTreeMap<String, Key> = BTreeMap::new();
    for id in ids {
        if let Some(digest) = ops.get(id) {
            digests.insert((*id).to_owned(), *digest);
        }
    }
    for (engine, text) in engines.iter().zip(&texts) {
        let digest = text.as_ref().and_then(|text| {
            let called = text.calls().iter().map(String::as_str);
            with_ops(&text.digest(), called, &ops)
        });
        digests.extend(digest.map(|digest| (engine.id.to_owned(), digest)));
    }
    if ids.contains(PROGRAMS) {
        let all = catalog.ops().iter().map(|op| op.def.id);
        digests.extend(with_ops("", all, &ops).map(|digest| (PROGRAMS.to_owned(), digest)));
    }
    digests
}

/// The digest of a text and of the ops with these ids; `None` if one of them is unknown.
fn with_ops<'a>(
    text: &str,
    ids: impl Iterator<Item = &'a str>,
    ops: &BTreeMap<&str, Key>,
) -> Option<Key> {
    let mut key = KeyBuilder::default().with("text", text);
    for id in ids {
        key = key.with("op", *ops.get(id)?);
    }
    Some(key.finish())
}

/// The digest of an op and of results of its reference as it is compiled.
fn op_digest_within(context: &Context, id: &str) -> Option<Key> {
    let (own, id) = (context.clone(), id.to_owned());
    let (declaration, results) = within_limit(context, move || {
        let op = own.catalog().find(&id)?;
        Some((op_digest(op), results_digest(op)))
    })?;
    let key = KeyBuilder::default().with("declaration", declaration);
    Some(key.with("results", results).finish())
}

/// The text of each engine; `None` for one whose functions do not return in time, and for all if a run checks more
/// inputs than texts cover.
fn texts_of(context: &Context, engines: &[&'static EngineDef]) -> Vec<Option<EngineText>> {
    if context.settings().plan.engine_inputs > PLANNED_INPUTS {
        return engines.iter().map(|_| None).collect();
    }
    let all = engines.to_vec();
    if let Some(texts) = within_limit(context, move || Some(engine_texts(&all))) {
        return texts.into_iter().map(Some).collect();
    }
    // One of them does not return. The others have texts.
    let one = |engine: &&'static EngineDef| {
        let engine = *engine;
        within_limit(context, move || engine_texts(&[engine]).pop())
    };
    engines.iter().map(one).collect()
}

/// The result of a function that calls the author's code; `None` if it does not return in time.
fn within_limit<R: Send + 'static>(
    context: &Context,
    work: impl FnOnce() -> Option<R> + Send + 'static,
) -> Option<R> {
    let limit = context.settings().limit.unwrap_or(limit::LIMIT);
    limit::call_with_limit(limit, work).ok().flatten()
}
