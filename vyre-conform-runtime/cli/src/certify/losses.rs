//! What the backends of a run lost, kept with its results: a run that goes on knows what an earlier process of it lost.

use super::TaskResult;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use vyre_conform_certificate::certificate::{Evidence, LossEvidence, derive};
use vyre_conform_harness::Context;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::Losses;

/// What a backend was asked and lost, in a line of the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptLosses {
    requests: u64,
    lost: u64,
}

impl KeptLosses {
    const fn of(Losses { requests, lost }: Losses) -> Self {
        Self { requests, lost }
    }

    const fn losses(self) -> Losses {
        let Self { requests, lost } = self;
        Losses { requests, lost }
    }
}

/// How much of what each backend lost is kept with results, by slug.
#[derive(Debug, Default)]
pub(super) struct Ledger(Mutex<BTreeMap<String, Losses>>);

impl Ledger {
    /// What a backend was asked and lost since this was asked last, which from now on counts as kept.
    pub(super) fn take(&self, context: &Context, slug: &str) -> Option<KeptLosses> {
        let mut kept = lock(&self.0);
        let now = context.losses(slug)?;
        let before = kept.insert(slug.to_owned(), now);
        Some(KeptLosses::of(now.since(before.unwrap_or_default())))
    }
}

/// Notes in the evidence of a backend what it lost: what its results keep, of an earlier process too, and what came
/// after the last of them.
pub(super) fn note(
    evidence: &mut Evidence,
    context: &Context,
    results: &HashMap<String, Vec<TaskResult>>,
    ledger: &Ledger,
) {
    let rest = ledger.take(context, &evidence.backend.slug);
    let of_parts = evidence.parts().filter_map(|part| results.get(&part.id));
    let kept = of_parts.flatten().filter_map(|result| result.losses);
    let all = kept.chain(rest).map(KeptLosses::losses);
    let all = all.reduce(Losses::and);
    evidence.losses = all.and_then(LossEvidence::of);
    if evidence.losses.is_some() {
        derive(evidence);
    }
}
