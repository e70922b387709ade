//! Whether what a certificate says of mutants can be so. Whether it is so, a program says that judges them again.

use crate::certificate::{Evidence, KillScore, OpEvidence};

/// What is wrong with the kill scores of a certificate.
pub(super) fn problems(evidence: &Evidence) -> Vec<String> {
    let asked = evidence.settings.mutate;
    let of_op = |op: &OpEvidence| {
        let due = asked && KillScore::is_due(op);
        let what = match (&op.kills, due) {
            (None, false) => return None,
            (None, true) => "its mutants were to be judged, and it has no kill score".to_owned(),
            (Some(_), false) => "it has a kill score, and none was asked for".to_owned(),
            (Some(score), true) => score.problem()?,
        };
        Some(format!("{}: {what}", op.id))
    };
    evidence.ops.iter().filter_map(of_op).collect()
}
