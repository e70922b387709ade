//! Losses of a run's backends, kept with its results: a resumed run knows the losses of earlier processes.

use super::TaskResult;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use vyre_conform_certificate::certificate::{Evidence, LossEvidence, derive};
use vyre_conform_harness::Context;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::Losses;

/// Requests and losses of a backend in a line of the journal.
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

/// The losses of each backend that are kept with results, by slug.
#[derive(Debug, Default)]
pub(super) struct Ledger(Mutex<BTreeMap<String, Losses>>);

impl Ledger {
    /// Requests and losses of a backend since the last call, which count as kept from now on.
    pub(super) fn take(&self, context: &Context, slug: &str) -> Option<KeptLosses> {
        let mut kept = lock(&self.0);
        let now = context.losses(slug)?;
        let before = kept.insert(slug.to_owned(), now);
        Some(KeptLosses::of(now.since(before.unwrap_or_default())))
    }
}

/// Records the losses of a backend in its evidence: those kept with results, including earlier processes', and those
/// after the last result.
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
    let all = all.reduce(Losses::plus);
    evidence.losses = all.and_then(LossEvidence::of);
    if evidence.losses.is_some() {
        derive(evidence);
    }
}
