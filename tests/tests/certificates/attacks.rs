//! A table of forgeries, several for every field of a certificate. Each is sealed twice: as edited, and with all
//! conclusions derived again. An edit after which the evidence equals the issued one is not a forgery.

mod parts;
mod subjects;
mod whole;

use super::issued::{right_certificate, verifier};
use vyre_conform_certificate::certificate::{Certificate, Evidence, RunFacts, derive};

type Attack = fn(&mut Evidence, &mut RunFacts);

/// Result of verifying a certificate of this evidence; `None` if it equals the issued one.
fn verifies(from: &Certificate, evidence: Evidence, run: RunFacts) -> Option<bool> {
    let forged = Certificate::seal(evidence, run);
    if forged.evidence == from.evidence && forged.run == from.run {
        return None;
    }
    Some(verifier().verified(forged.text().as_bytes()).is_ok())
}

/// Oracle: the run, which gave other results.
#[test]
fn no_field_can_be_forged() {
    let from = right_certificate();
    let tables = [
        whole::WHOLE_ATTACKS,
        subjects::SUBJECT_ATTACKS,
        parts::PART_ATTACKS,
        whole::RUN_ATTACKS,
    ];
    let (mut accepted, mut tried) = (vec![], 0);
    for (name, attack) in tables.into_iter().flatten() {
        for again in [false, true] {
            let (mut evidence, mut run) = (from.evidence.clone(), from.run.clone());
            attack(&mut evidence, &mut run);
            if again {
                derive(&mut evidence);
            }
            let actual = verifies(from, evidence, run);
            tried += u32::from(actual.is_some());
            if actual == Some(true) {
                accepted.push(format!("{name}, derived anew: {again}"));
            }
        }
    }
    assert!(
        accepted.is_empty(),
        "{tried} tried, accepted:\n{}",
        accepted.join("\n")
    );
    assert!(tried > 200, "{tried}");
}
