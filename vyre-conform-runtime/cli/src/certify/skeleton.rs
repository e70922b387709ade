//! The skeleton that `certify` fills in: the evidence that its run must produce, and the failures saved before it.

use super::shard::Shard;
use serde_json::json;
use vyre_conform_certificate::certificate::{
    Evidence, RetiredCase, SavedFailures, Settings, Shards, SuiteDigests, digest,
};
use vyre_conform_certificate::expected::{expected, selected};
use vyre_conform_certificate::names::Names;
use vyre_conform_harness::Context;
use vyre_conform_harness::regressions::{SavedCase, StoreError};
use vyre_conform_suite::backend::Identity;

/// The expected evidence on a backend of the context.
pub(super) fn skeleton(
    context: &Context,
    identity: &Identity,
    settings: Settings,
    shard: Shard,
    suite: &SuiteDigests,
) -> Evidence {
    let planned = (context.plan(), &context.settings().plan);
    let shards = Shards {
        of: shard.of,
        have: vec![shard.number],
    };
    expected(
        context.catalog(),
        planned,
        identity,
        settings,
        shards,
        suite,
    )
}

/// The saved failures of the selected ops and engines before anything runs, because a run saves its own failures.
pub(super) fn saved(
    context: &Context,
    filter: Option<&Names>,
) -> Result<Vec<SavedFailures>, StoreError> {
    let mut out = vec![];
    let ops = context.catalog().ops().iter().map(|op| op.def.id);
    let engines = context.catalog().engines().iter().map(|e| e.id);
    for id in ops.chain(engines) {
        let cases = context.saved(id)?;
        let all = context.plan().obligations().iter();
        let mut mine = all.filter(|o| o.op == id);
        if cases.is_empty() || !mine.any(|o| selected(filter, o)) {
            continue;
        }
        // A case keeps its number in the file, whichever cases this run leaves out.
        let all = context.store().load(id)?;
        let numbered = all.iter().enumerate().filter(|(_, c)| cases.contains(c));
        let retired = numbered.filter_map(|(k, case)| {
            Some(RetiredCase {
                case: format!("{id}#{}", k + 1),
                found_by: case.found_by.clone(),
                reason: case.retired.clone()?,
                contents: Some(contents_digest(case)),
            })
        });
        out.push(SavedFailures {
            op: id.into(),
            cases: cases.len() as u64,
            retired: retired.collect(),
        });
    }
    out.sort_by(|a, b| a.op.cmp(&b.op));
    Ok(out)
}

/// BLAKE3 of what a saved case claims, whoever found it and why it was retired.
fn contents_digest(case: &SavedCase) -> String {
    let contents = json!({
        "claim": case.claim,
        "inputs": case.inputs,
        "passed": case.passed,
        "expected": case.expected,
        "engine": case.engine,
    });
    digest(&contents)
}
