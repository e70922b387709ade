//! Assembly of evidence from results.

use super::result::{TaskResult, counterexample, skipped, total};
use super::shard::Shard;
use std::collections::HashMap;
use vyre_conform_certificate::certificate::{
    Counterexample, ELSEWHERE, Evidence, KernelEvidence, OutcomeName, Part, derive,
};
use vyre_conform_certificate::expected::selected;
use vyre_conform_certificate::names::Names;
use vyre_conform_harness::{self as harness, Context, Tally};
use vyre_conform_spec::Profile;
use vyre_conform_suite::invariants::kernel_choices;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::Outcome;

/// Fills in the evidence with the results. Failing inputs are reduced here, from the failing case with the lowest
/// number, so that the split of the work is irrelevant.
pub(super) fn assemble(
    context: &Context,
    mut evidence: Evidence,
    results: &HashMap<String, Vec<TaskResult>>,
    shard: Shard,
) -> Evidence {
    let filter = Names::of_certificate(evidence.settings.filter.as_deref());
    let obligations = context.plan().obligations().iter();
    let wanted = obligations.filter(|o| selected(filter.as_ref(), o));
    let by_id: HashMap<&str, &Obligation> = wanted.map(|o| (o.id.as_str(), o)).collect();
    for part in evidence.parts_mut().filter(|p| p.reason.is_none()) {
        let obligation = by_id[part.id.as_str()];
        let found = results.get(&part.id).map_or(&[][..], Vec::as_slice);
        match part.due {
            Some(expected) => ranged(context, obligation, part, found, shard, expected),
            None => whole(part, found, shard),
        }
    }
    kernels(context, &mut evidence);
    derive(&mut evidence);
    evidence
}

/// Records for every engine the texts that its backend ran in place of programs with hand-written kernels. Every shard
/// records all engines, so that shards agree.
fn kernels(context: &Context, evidence: &mut Evidence) {
    let Some(backend) = context.backend(&evidence.backend.slug) else {
        return;
    };
    if backend.identity().profile() != Some(Profile::Native) {
        return;
    }
    for engine in &mut evidence.engines {
        let def = context.catalog().find_engine(&engine.id);
        // A backend that cannot name them fails in its parts.
        let choices = def.map(|def| kernel_choices(def, context.catalog(), backend));
        let choices = choices.and_then(Result::ok).unwrap_or_default();
        engine.kernels = KernelEvidence::of(&choices);
    }
}

/// The first failing case of an engine, a random program or a file, unreduced: a second run need not reproduce it.
fn as_found(found: &[TaskResult]) -> Option<Box<Counterexample>> {
    let firsts = found.iter().filter_map(|result| result.first.as_ref());
    let of_no_op = |first: &&Counterexample| {
        first.engine.is_some() || first.program.is_some() || first.filetest.is_some()
    };
    let first = firsts.filter(of_no_op);
    first.min_by_key(|first| first.case).cloned().map(Box::new)
}

fn whole(part: &mut Part, found: &[TaskResult], shard: Shard) {
    match found.first() {
        Some(result) => ended(part, result),
        None if !shard.runs(&part.id) => part.reason = Some(ELSEWHERE.into()),
        None => {}
    }
}

/// Applies a result that ends the part by itself.
fn ended(part: &mut Part, result: &TaskResult) {
    part.outcome = result.outcome;
    part.reason = result.reason.clone();
    part.cases = result.cases;
    part.failures = result.failures;
    part.counterexample = result.first.clone().map(Box::new);
    part.skipped = result.skipped.clone();
    part.covered = result.covered;
    part.proof.clone_from(&result.proof);
}

fn ranged(
    context: &Context,
    obligation: &Obligation,
    part: &mut Part,
    found: &[TaskResult],
    shard: Shard,
    expected: u64,
) {
    let mine = shard.cases(expected);
    let stopped = found.iter().filter(|r| !r.is_final());
    if let Some(first) = stopped.min_by_key(|r| r.range) {
        return ended(part, first);
    }
    if mine.is_empty() && expected > 0 {
        part.reason = Some(ELSEWHERE.into());
        return;
    }
    let tally: Tally = total(found);
    let counted = tally.cases + tally.skipped.values().sum::<u64>();
    if counted < mine.end - mine.start {
        part.reason = Some(format!(
            "{} of its cases were not run",
            mine.end - mine.start - counted
        ));
        return;
    }
    part.range = Some([mine.start, mine.end]);
    part.cases = tally.cases;
    part.failures = tally.failures;
    part.skipped = skipped(&tally.skipped);
    let has_digests = part.compares_every_input() || tally.by_digest > 0;
    part.by_digest = has_digests.then_some(tally.by_digest);
    match harness::conclude(context, obligation, &tally) {
        Outcome::Passed if shard.is_whole() => part.outcome = OutcomeName::Passed,
        Outcome::Passed => {
            part.reason = Some(format!(
                "it ran cases {} to {} of {expected}",
                mine.start, mine.end
            ));
        }
        Outcome::Failed(failure) => {
            part.outcome = OutcomeName::Failed;
            part.reason = Some(failure.headline.clone());
            let case = tally.first.map(|first| first.case);
            let made = || counterexample(obligation, &failure.case, case).map(Box::new);
            part.counterexample = as_found(found).or_else(made);
        }
        Outcome::UnsupportedByBackend { hardware } => {
            part.outcome = OutcomeName::Unsupported;
            part.reason = Some(hardware);
            // Cases do not count if the backend turns out to lack what they need.
            (part.range, part.cases, part.failures) = (None, 0, 0);
            (part.by_digest, part.skipped) = (None, vec![]);
        }
        Outcome::NotRun(why) => part.reason = Some(why.to_string()),
    }
}
