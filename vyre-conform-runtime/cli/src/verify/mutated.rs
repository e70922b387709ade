//! The kill scores of a certificate: the mutants of each op are made again and counted. What became of them, `--rerun` says.

use rayon::prelude::*;
use vyre_conform_certificate::certificate::{Certificate, KillScore};
use vyre_conform_certificate::escape::plain;
use vyre_conform_prove::mutate::total;
use vyre_conform_runtime::catalog::Catalog;

/// What is wrong with the numbers of mutants in a certificate.
pub(super) fn problems(certificate: &Certificate, catalog: &Catalog) -> Vec<String> {
    let ops = certificate.evidence.ops.par_iter();
    let found = ops.filter_map(|op| {
        let problem = of(&op.id, op.kills.as_ref()?, catalog)?;
        Some(format!("{}: {}", plain(&op.id), plain(&problem)))
    });
    found.collect()
}

fn of(id: &str, score: &KillScore, catalog: &Catalog) -> Option<String> {
    let op = catalog.find(id)?;
    let said = score
        .mutants()
        .saturating_add(score.equivalent)
        .saturating_add(score.repeated);
    match (total(op), &score.left_out) {
        (Ok(due), None) if due as u64 == said => None,
        (Ok(due), None) => Some(format!(
            "its body has {due} mutants, and the kill score is of {said}"
        )),
        (Ok(due), Some(why)) => Some(format!(
            "its body has {due} mutants that can be judged, and the kill score leaves them out: {why}"
        )),
        (Err(due), Some(why)) if due.to_string() == *why => None,
        (Err(due), _) => Some(format!(
            "its mutants cannot be judged, as {due}, and the kill score says otherwise"
        )),
    }
}
