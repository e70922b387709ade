//! Consistency of saved failures with the parts that replay them.

use crate::certificate::{
    EngineEvidence, Evidence, OpEvidence, OutcomeName, Part, RetiredCase, SavedFailures, Subject,
    is_digest,
};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_suite::plan::PartKind;

/// Contradictions between the list of saved failures and the parts.
pub(super) fn saved(evidence: &Evidence, catalog: &Catalog) -> Vec<String> {
    let saved = &evidence.regressions;
    let mut problems = vec![];
    let ids: Vec<&str> = saved.iter().map(|s| s.op.as_str()).collect();
    if !ids.is_sorted_by(|a, b| a < b) {
        problems.push("its saved failures are not sorted by op, or name one twice".into());
    }
    for entry in saved {
        let id = &entry.op;
        let prefix = format!("{id}#");
        let number = |case: &str| -> Option<u64> {
            let digits = case.strip_prefix(&prefix)?;
            let number = digits.parse().ok().filter(|n| *n > 0)?;
            (digits == u64::to_string(&number)).then_some(number)
        };
        let numbers: Option<Vec<u64>> = entry.retired.iter().map(|r| number(&r.case)).collect();
        let are_there = numbers.is_some_and(|numbers| {
            let last = numbers.last().copied().unwrap_or(1);
            numbers.is_sorted_by(|a, b| a < b) && last <= entry.cases
        });
        if entry.cases == 0 || !are_there {
            problems.push(format!(
                "it retires saved failures of {id} that it does not have"
            ));
        }
        let blank = |text: &str| !text.chars().any(char::is_alphanumeric);
        let is_trial = |name: &str| {
            let rest = name
                .strip_prefix(id.as_str())
                .and_then(|rest| rest.strip_prefix("::"));
            rest.is_some_and(|rest| !blank(rest)) && !name.contains(char::is_control)
        };
        let unfounded = |r: &&RetiredCase| blank(&r.reason) || !is_trial(&r.found_by);
        if let Some(retired) = entry.retired.iter().find(unfounded) {
            problems.push(format!(
                "it retires {} without a reason, or without a trial of {id} that found it",
                retired.case
            ));
        }
        let misspelt = |r: &&RetiredCase| r.contents.as_deref().is_some_and(|d| !is_digest(d));
        if let Some(retired) = entry.retired.iter().find(misspelt) {
            problems.push(format!(
                "the digest of {} is not written as one",
                retired.case
            ));
        }
        let op = evidence.ops.iter().find(|op| op.id == *id);
        let engine = evidence.engines.iter().find(|engine| engine.id == *id);
        match (op, catalog.find(id), engine) {
            (Some(op), Some(known), _) => problems.extend(replayed(entry, op, known)),
            (.., Some(engine)) => problems.extend(replayed_of_engine(entry, engine)),
            _ => problems.push(format!(
                "it has saved failures of {id}, but no other evidence about it"
            )),
        }
    }
    let ops = evidence.ops.iter().map(|op| (&op.id, &op.parts));
    let engines = evidence.engines.iter().map(|e| (&e.id, &e.parts));
    for (id, parts) in ops.chain(engines) {
        let replayed = parts.iter().any(|p| p.part == PartKind::Regressions);
        if replayed && !ids.contains(&id.as_str()) {
            problems.push(format!("it replays failures of {id}, but lists none"));
        }
    }
    problems
}

/// The contradiction between the saved failures of an op and the parts that replay them. A case is replayed once on the
/// reference, and on a backend by the lowering and every alternate. A case of a law that is declared not to hold is in
/// no part. A retired case gives as many inputs as fit its values.
fn replayed(entry: &SavedFailures, op: &OpEvidence, known: &Op) -> Option<String> {
    let def = known.def;
    let parts = || {
        op.parts
            .iter()
            .filter(|part| part.part == PartKind::Regressions)
    };
    let of = |subject: Subject| parts().filter(move |part| part.subject == subject);
    let passed = |part: &&Part| part.outcome == OutcomeName::Passed;
    let negative = op.laws.iter().any(|law| !law.holds);
    let retired = !entry.retired.is_empty();
    let on_reference: u64 = of(Subject::Reference)
        .map(|part| part.cases)
        .fold(0, u64::saturating_add);
    let all = of(Subject::Reference).all(|part| passed(&part));
    let most = if retired {
        entry.cases.saturating_mul(MAX_WINDOWS)
    } else {
        entry.cases
    };
    // A retired case may no longer fit. Every other one is replayed.
    let kept = entry.cases.saturating_sub(entry.retired.len() as u64);
    let exact = all && !negative;
    if on_reference > most || exact && on_reference < kept {
        return Some(format!(
            "{} saved failures of {} are listed, and {on_reference} were replayed on the reference",
            entry.cases, op.id
        ));
    }
    let alternates = def.alternates.len() as u64;
    for part in of(Subject::Lowering).filter(passed) {
        let mut same = of(Subject::Reference).filter(|on| on.law == part.law);
        let Some(on_reference) = same.find(passed) else {
            continue;
        };
        if part.cases != on_reference.cases.saturating_mul(1 + alternates) {
            return Some(format!(
                "{} has {} cases, and {} were replayed on the reference",
                part.id, part.cases, on_reference.cases
            ));
        }
    }
    None
}

/// Listed saved failures that no part replays, by op or engine: those of laws declared not to hold, those behind a
/// failure, those that a shard or a filter leaves out, and retired ones that no longer fit. Their number is the
/// issuer's word.
pub(super) fn unreplayed(evidence: &Evidence) -> Vec<(String, u64)> {
    let of = |entry: &SavedFailures| {
        let op = evidence.ops.iter().find(|op| op.id == entry.op);
        let engine = evidence.engines.iter().find(|engine| engine.id == entry.op);
        let parts = op
            .map(|op| &op.parts)
            .or(engine.map(|engine| &engine.parts))?;
        let replays = parts
            .iter()
            .filter(|part| part.part == PartKind::Regressions);
        // Each reference part of an op replays its own cases; every part of an engine replays all cases.
        let replayed = match op {
            Some(_) => replays
                .filter(|part| part.subject == Subject::Reference)
                .map(|part| part.cases)
                .fold(0, u64::saturating_add),
            None => replays.map(|part| part.cases).max().unwrap_or(0),
        };
        let left = entry.cases.saturating_sub(replayed);
        (left > 0).then(|| (entry.op.clone(), left))
    };
    evidence.regressions.iter().filter_map(of).collect()
}

/// [`replayed`] for an engine: every case that still fits runs once on each runner.
fn replayed_of_engine(entry: &SavedFailures, engine: &EngineEvidence) -> Option<String> {
    let id = &engine.id;
    let mut parts = engine
        .parts
        .iter()
        .filter(|p| p.part == PartKind::Regressions);
    let kept = entry.cases.saturating_sub(entry.retired.len() as u64);
    if kept > 0 && parts.clone().next().is_none() {
        return Some(format!("it has saved failures of {id}, but replays none"));
    }
    let found = parts.find(|part| part.cases > entry.cases)?;
    Some(format!(
        "{} has {} cases, and {} saved failures are listed",
        found.id, found.cases, entry.cases
    ))
}

/// Maximal number of inputs from the values of one saved case: the maximal number of variables of a law.
const MAX_WINDOWS: u64 = 8;
