//! The kill scores of a certificate: an op has one if requested, and its numbers add up to the mutants of its body.
//! `--rerun` repeats the judgement of the mutants.

use super::derived::{DerivedFacts, Mutants};
use crate::certificate::{Evidence, KillScore, OpEvidence};
use rayon::prelude::*;
use vyre_conform_runtime::catalog::Catalog;

/// The faults of the kill scores of a certificate.
pub(super) fn problems(
    evidence: &Evidence,
    catalog: &Catalog,
    remade: &DerivedFacts<'_>,
) -> Vec<String> {
    let requested = evidence.settings.mutate;
    let of_op = |op: &OpEvidence| {
        let needs_score = requested && op.needs_kills();
        let what = match (&op.kills, needs_score) {
            (None, false) => return None,
            (None, true) => "the run requested a kill score, but it has none".to_owned(),
            (Some(_), false) => "it has a kill score that was not requested".to_owned(),
            (Some(score), true) => {
                let miscounted = || miscounted(score, &remade.mutants(catalog.find(&op.id)?));
                score.problem().or_else(miscounted)?
            }
        };
        Some(format!("{}: {what}", op.id))
    };
    evidence.ops.par_iter().filter_map(of_op).collect()
}

/// The fault of a score with another number of mutants than the body has.
fn miscounted(score: &KillScore, mutants: &Mutants) -> Option<String> {
    let stated = score
        .mutants()
        .saturating_add(score.equivalent)
        .saturating_add(score.repeated);
    match (mutants, &score.left_out) {
        (Ok(expected), None) if *expected == stated => None,
        (Ok(expected), None) => Some(format!(
            "its body has {expected} mutants, but the kill score covers {stated}"
        )),
        (Ok(expected), Some(reason)) => Some(format!(
            "its body has {expected} mutants that can be judged, but the kill score leaves them out: {reason}"
        )),
        (Err(expected), Some(reason)) if expected == reason => None,
        (Err(expected), _) => Some(format!(
            "its mutants cannot be judged, as {expected}, but the kill score denies it"
        )),
    }
}
