//! A part that stopped in one shard.

use crate::certificate::part::{Counterexample, OutcomeName, Part};

/// Merges a part that stopped in one shard. The reason is that of the stop; failures and counterexample of other shards
/// are kept.
pub(super) fn merge(stopped: &Part, here: &[&Part]) -> Result<Part, String> {
    if stopped.outcome == OutcomeName::Unsupported {
        return if here.iter().all(|p| p.outcome == OutcomeName::Unsupported) {
            Ok(stopped.clone())
        } else {
            Err("one shard states that the backend lacks something, but another one ran it".into())
        };
    }
    let refuted = || here.iter().filter(|p| p.range.is_some() && p.failures > 0);
    let failures = refuted().map(|p| p.failures).fold(0, u64::saturating_add);
    if failures == 0 {
        return Ok(stopped.clone());
    }
    let ran = here.iter().filter(|p| p.range.is_some()).map(|p| p.cases);
    let first = refuted().filter_map(|p| p.counterexample.as_deref());
    let first = first.min_by_key(|example| example.case).map(|example| {
        // The part has no range of cases any more.
        let case = None;
        Box::new(Counterexample {
            case,
            ..example.clone()
        })
    });
    Ok(Part {
        cases: ran.fold(stopped.cases, u64::saturating_add),
        failures: failures.saturating_add(stopped.failures),
        counterexample: stopped.counterexample.clone().or(first),
        ..stopped.clone()
    })
}
