//! One part of the whole from the same part of every shard.

use super::stopped;
use crate::certificate::part::{ELSEWHERE, OutcomeName, Part, SkippedCases};
use std::collections::BTreeMap;

pub(super) fn merge_part(all: Vec<&Part>) -> Result<Part, String> {
    let elsewhere =
        |p: &&&Part| p.outcome == OutcomeName::NotRun && p.reason.as_deref() == Some(ELSEWHERE);
    let here: Vec<&Part> = all.iter().filter(|p| !elsewhere(p)).copied().collect();
    let lengths = all.iter().map(|p| p.due);
    if lengths.clone().any(|due| due != all[0].due) {
        return Err("the shards name different numbers of cases".into());
    }
    // A failure or missing hardware in one shard stops the whole part.
    let stopped = |p: &&&Part| {
        p.range.is_none() && matches!(p.outcome, OutcomeName::Failed | OutcomeName::Unsupported)
    };
    match (all[0].due, here.iter().find(stopped)) {
        (Some(_), Some(stopped)) => stopped::merge(stopped, &here),
        (Some(due), None) => ranges(&here, due),
        (None, _) => match here[..] {
            [one] => Ok(one.clone()),
            [] => Err("no shard ran it".into()),
            // The filter left it out in every shard.
            [one, ..]
                if here
                    .iter()
                    .all(|p| *p == one && p.outcome == OutcomeName::NotRun) =>
            {
                Ok(one.clone())
            }
            _ => Err(format!("{} shards ran it", here.len())),
        },
    }
}

/// Skipped cases of all shards, by reason.
fn skipped(parts: &[&Part]) -> Vec<SkippedCases> {
    let mut by_reason: BTreeMap<&str, u64> = BTreeMap::new();
    for one in parts.iter().flat_map(|part| &part.skipped) {
        let cases = by_reason.entry(&one.why).or_default();
        *cases = cases.saturating_add(one.cases);
    }
    by_reason.into_iter().map(SkippedCases::from).collect()
}

/// Merges ranges of cases, which must be contiguous.
fn ranges(here: &[&Part], expected: u64) -> Result<Part, String> {
    let Some(first) = here.first() else {
        return Err("no shard ran it".into());
    };
    if here.iter().all(|p| p.range.is_none()) {
        return Ok((*first).clone());
    }
    let mut sorted = here.to_vec();
    sorted.sort_by_key(|p| p.range);
    let mut at = 0;
    for part in &sorted {
        let [start, end] = part.range.ok_or("a shard did not run its cases")?;
        if start != at || end < start {
            return Err(format!("cases {at} to {start} are missing or doubled"));
        }
        at = end;
    }
    if at != expected {
        return Err(format!("cases {at} to {expected} are missing"));
    }
    let failing = sorted.iter().filter(|p| p.outcome == OutcomeName::Failed);
    let first_case = |p: &&&&Part| p.counterexample.as_ref().and_then(|c| c.case);
    let mut merged = match failing.min_by_key(|p| first_case(&p)) {
        Some(part) => (**part).clone(),
        None => Part {
            outcome: OutcomeName::Passed,
            reason: None,
            ..(*sorted[0]).clone()
        },
    };
    merged.range = Some([0, expected]);
    merged.cases = sorted.iter().map(|p| p.cases).fold(0, u64::saturating_add);
    merged.failures = sorted
        .iter()
        .map(|p| p.failures)
        .fold(0, u64::saturating_add);
    merged.skipped = skipped(&sorted);
    merged.by_digest = sorted
        .iter()
        .map(|p| p.by_digest)
        .try_fold(0, |all: u64, some| Some(all.saturating_add(some?)));
    Ok(merged)
}
