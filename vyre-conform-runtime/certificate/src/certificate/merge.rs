//! The certificate of the whole from the certificates of its shards.

mod parts;
mod stopped;

use super::derive::derive;
use super::document::{Certificate, RunFacts};
use super::evidence::{Evidence, LossEvidence, Shards};
use super::part::Part;
use super::words::SkipKind;
use parts::merge_part;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use vyre_conform_suite::backend::Losses;
use vyre_conform_suite::plan::PROGRAMS;

/// Reason why certificates do not merge. Shards have the names that the caller gave them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("there is no shard to merge")]
    Nothing,
    /// A certificate is already whole.
    #[error("{0} is not a shard: it is the certificate of the whole")]
    Whole(String),
    /// Shards are from different work.
    #[error("{name} belongs to another run: its {field} is {found}, but {first} has {expected}")]
    Foreign {
        /// The shard.
        name: String,
        /// The field that differs.
        field: &'static str,
        /// Its value in this shard.
        found: String,
        /// Name of the first shard.
        first: String,
        /// The value in the first shard.
        expected: String,
    },
    /// A shard occurs twice.
    #[error("shard {shard} of {of} occurs twice: {first} and {second}")]
    Duplicate {
        /// Its number.
        shard: u64,
        /// Number of shards of the work.
        of: u64,
        /// Name of the first occurrence.
        first: String,
        /// Name of the second occurrence.
        second: String,
    },
    /// Shards are missing.
    #[error("shards of {of} that are missing: {}", numbers(.missing, *.omitted))]
    Missing {
        /// Number of shards of the work.
        of: u64,
        /// The first missing numbers; there may be very many.
        missing: Vec<u64>,
        /// Number of further missing shards.
        omitted: u64,
    },
    /// Parts of the shards do not fit together.
    #[error("the shards do not add up: {id}: {message}. This suite did not make one of them")]
    Parts {
        /// The part.
        id: String,
        /// The fault.
        message: String,
    },
}

/// Maximal number of missing shards in a message.
const MAX_LISTED: usize = 100;

fn numbers(list: &[u64], more: u64) -> String {
    let all: Vec<String> = list.iter().map(u64::to_string).collect();
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    all.join(", ") + &more
}

/// Checks that these are all shards of the same work, each once.
fn check_shards(
    shards: &[(String, Certificate)],
    first_name: &str,
    first: &Certificate,
) -> Result<(), MergeError> {
    let of = first.evidence.shards.of;
    let mut places: BTreeMap<u64, &str> = BTreeMap::new();
    for (name, shard) in shards {
        if shard.evidence.shards.of <= 1 {
            return Err(MergeError::Whole(name.clone()));
        }
        same_head(name, shard, first_name, first)?;
        for number in &shard.evidence.shards.have {
            if let Some(before) = places.insert(*number, name) {
                return Err(MergeError::Duplicate {
                    shard: *number,
                    of,
                    first: before.into(),
                    second: name.clone(),
                });
            }
        }
    }
    // Counted, not listed: a hostile file may state 2^60 shards.
    if (places.len() as u64) < of {
        let missing = (1..=of)
            .filter(|k| !places.contains_key(k))
            .take(MAX_LISTED);
        let missing: Vec<u64> = missing.collect();
        let there = (places.len() + missing.len()) as u64;
        let omitted = of.saturating_sub(there);
        return Err(MergeError::Missing {
            of,
            missing,
            omitted,
        });
    }
    if first.evidence.settings.baselines {
        return Err(MergeError::Parts {
            id: "baselines".into(),
            message: "an undivided run measures them".into(),
        });
    }
    Ok(())
}

/// Merges certificates of shards, each with a name for messages. The result has the digest of the same work without
/// shards.
///
/// # Errors
///
/// [`MergeError`] for missing, doubled and foreign shards.
pub fn merge(shards: &[(String, Certificate)]) -> Result<Certificate, MergeError> {
    let (first_name, first) = shards.first().ok_or(MergeError::Nothing)?;
    check_shards(shards, first_name, first)?;
    let mut evidence = first.evidence.clone();
    evidence.shards = Shards {
        of: 1,
        have: vec![1],
    };
    let part = |id: &str, all: Vec<&Part>| -> Result<Part, MergeError> {
        merge_part(all).map_err(|message| MergeError::Parts {
            id: id.into(),
            message,
        })
    };
    for (k, op) in evidence.ops.iter_mut().enumerate() {
        let mut scores = shards.iter().map(|(_, shard)| &shard.evidence.ops[k].kills);
        if scores.any(|score| *score != op.kills) {
            return Err(MergeError::Parts {
                id: op.id.clone(),
                message: "they have different kill scores".into(),
            });
        }
        for (j, into) in op.parts.iter_mut().enumerate() {
            let all = shards.iter().map(|(_, s)| &s.evidence.ops[k].parts[j]);
            *into = part(&into.id.clone(), all.collect())?;
        }
    }
    for (k, engine) in evidence.engines.iter_mut().enumerate() {
        let mut kernels = shards.iter().map(|(_, s)| &s.evidence.engines[k].kernels);
        if kernels.any(|kernels| *kernels != engine.kernels) {
            return Err(MergeError::Parts {
                id: engine.id.clone(),
                message: "they ran different hand-written kernels".into(),
            });
        }
        for (j, into) in engine.parts.iter_mut().enumerate() {
            let all = shards.iter().map(|(_, s)| &s.evidence.engines[k].parts[j]);
            *into = part(&into.id.clone(), all.collect())?;
        }
    }
    if let Some(programs) = &mut evidence.programs {
        for (j, into) in programs.parts.iter_mut().enumerate() {
            let all = shards
                .iter()
                .filter_map(|(_, s)| s.evidence.programs.as_ref());
            let all = all.filter_map(|of| of.parts.get(j));
            *into = part(&into.id.clone(), all.collect())?;
        }
    }
    let lost = shards.iter().filter_map(|(_, shard)| shard.evidence.losses);
    let lost = lost.map(LossEvidence::losses).reduce(Losses::plus);
    evidence.losses = lost.and_then(LossEvidence::of);
    derive(&mut evidence);
    Ok(Certificate::seal(evidence, facts(shards)))
}

/// The facts of the merged run, from the earliest start to the latest end. Rates would add up for shards that ran in
/// parallel, which is unknown here, so there are none. Backends absent from any shard are listed.
fn facts(shards: &[(String, Certificate)]) -> RunFacts {
    let runs = || shards.iter().map(|(_, s)| &s.run);
    let mut hosts: Vec<&str> = runs().map(|r| r.host.as_str()).collect();
    hosts.sort_unstable();
    hosts.dedup();
    let mut absent: Vec<String> = runs().flat_map(|r| r.absent.clone()).collect();
    absent.sort_unstable();
    absent.dedup();
    RunFacts {
        started: runs().map(|r| r.started.clone()).min().unwrap_or_default(),
        finished: runs().map(|r| r.finished.clone()).max().unwrap_or_default(),
        host: hosts.join(", "),
        threads: runs().map(|r| r.threads).fold(0, u64::saturating_add),
        absent,
        proofs: runs().flat_map(|r| r.proofs.clone()).collect(),
        ..RunFacts::default()
    }
}

/// Two values as text; for objects only the fields that differ.
fn differing(mut a: Value, mut b: Value) -> (String, String) {
    if let (Some(a), Some(b)) = (a.as_object_mut(), b.as_object_mut()) {
        let same: Vec<String> = a
            .iter()
            .filter(|(k, v)| b.get(*k) == Some(v))
            .map(|(k, _)| k.clone())
            .collect();
        for key in same {
            a.remove(&key);
            b.remove(&key);
        }
    }
    (a.to_string(), b.to_string())
}

/// The named fields that shards of the same work have in common, in the order of their comparison.
fn head(evidence: &Evidence) -> [(&'static str, Value); 10] {
    let programs = evidence.programs.as_ref();
    let programs = programs.map(|p| (p.count, &p.seed, p.generator));
    [
        ("suite version", json!(evidence.suite_version)),
        // Another track has other ops, and therefore other digests.
        ("track", json!(evidence.track)),
        ("spec digest", json!(evidence.spec_digest)),
        ("registry digest", json!(evidence.registry_digest)),
        ("backend", json!(evidence.backend)),
        ("profile", json!(evidence.profile)),
        ("settings", json!(evidence.settings)),
        ("random programs", json!(programs)),
        ("list of saved failures", json!(evidence.regressions)),
        ("number of shards", json!(evidence.shards.of)),
    ]
}

/// Checks that everything except results is equal.
fn same_head(
    name: &str,
    shard: &Certificate,
    first: &str,
    expected: &Certificate,
) -> Result<(), MergeError> {
    let (found, expected) = (&shard.evidence, &expected.evidence);
    let differ = |field: &'static str, a: Value, b: Value| {
        if a == b {
            return Ok(());
        }
        let (found, expected) = differing(a, b);
        Err(MergeError::Foreign {
            name: name.into(),
            field,
            found,
            first: first.into(),
            expected,
        })
    };
    for ((what, a), (_, b)) in head(found).into_iter().zip(head(expected)) {
        differ(what, a, b)?;
    }
    let within = found
        .shards
        .have
        .iter()
        .all(|k| (1..=found.shards.of).contains(k));
    if !within {
        differ(
            "shard",
            json!(found.shards.have),
            json!(format!("1 to {}", found.shards.of)),
        )?;
    }
    same_lists((found, expected), &differ)
}

/// Checks that the lists of ops, parts and saved failures are equal.
fn same_lists(
    (found, expected): (&Evidence, &Evidence),
    differ: &dyn Fn(&'static str, Value, Value) -> Result<(), MergeError>,
) -> Result<(), MergeError> {
    let ids = |e: &Evidence| -> Vec<String> { e.parts().map(|p| p.id.clone()).collect() };
    let heads = |e: &Evidence| -> Vec<(String, usize)> {
        let ops = e.ops.iter().map(|op| (op.id.clone(), op.parts.len()));
        let engines = e.engines.iter().map(|e| (e.id.clone(), e.parts.len()));
        let programs = e.programs.iter().map(|p| (PROGRAMS.into(), p.parts.len()));
        ops.chain(engines).chain(programs).collect()
    };
    let left_out = |e: &Evidence| -> Vec<String> {
        let filtered = e.skipped.iter().filter(|s| s.kind == SkipKind::Filtered);
        filtered.map(|s| s.id.clone()).collect()
    };
    if ids(found) != ids(expected)
        || heads(found) != heads(expected)
        || left_out(found) != left_out(expected)
    {
        // The lists are long; in practice the saved failures differ.
        let saved = |e: &Evidence| -> Vec<String> {
            ids(e)
                .into_iter()
                .filter(|id| id.contains("::regressions"))
                .collect()
        };
        differ(
            "list of replayed failures",
            json!(saved(found)),
            json!(saved(expected)),
        )?;
        differ(
            "list of parts",
            json!(ids(found).len()),
            json!(ids(expected).len()),
        )?;
        differ("list of parts", json!(ids(found)), json!(ids(expected)))?;
        differ(
            "list of skipped ops",
            json!(left_out(found)),
            json!(left_out(expected)),
        )?;
        differ("list of ops", json!(heads(found)), json!(heads(expected)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
