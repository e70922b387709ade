//! Plausibility of the proofs in a certificate. [`theorems`](super::theorems) finds theorems again; only a prover can
//! check the other proofs, from kept files or by proving again.

use crate::certificate::{Certificate, OpEvidence, OutcomeName, Part};
use std::collections::BTreeSet;
use vyre_conform_spec::ProofMethod;
use vyre_conform_suite::plan::Oracle;

/// The faults of the proofs of a certificate.
pub(super) fn problems(certificate: &Certificate) -> Vec<String> {
    let evidence = &certificate.evidence;
    let mut problems: Vec<String> = vec![];
    let mut say = |part: &Part, what: &str| problems.push(format!("{}: {what}", part.id));
    let mut proved = BTreeSet::new();
    for op in &evidence.ops {
        for part in &op.parts {
            if part.is_proof() && part.outcome == OutcomeName::Passed {
                proved.insert(part.id.as_str());
            }
            if let Some(what) = of_op(op, part) {
                say(part, &what);
            }
        }
    }
    problems.extend(components(certificate, &proved));
    let mut say = |part: &Part, what: &str| problems.push(format!("{}: {what}", part.id));
    let engines = evidence.engines.iter().flat_map(|engine| &engine.parts);
    let others = engines.chain(evidence.programs.iter().flat_map(|of| &of.parts));
    for part in others.filter(|part| part.proof.is_some()) {
        say(part, "it has a proof, but is about no law");
    }
    for id in certificate.run.proofs.keys() {
        if !proved.contains(id.as_str()) {
            problems.push(format!(
                "its run says how long `{id}` took to prove, but it is not a proved law"
            ));
        }
    }
    problems
}

/// The faults of laws that depend on others: each of these within the certificate must be proved in it as stated, and
/// the oracle must be a theorem if one proves the law.
fn components(certificate: &Certificate, proved: &BTreeSet<&str>) -> Vec<String> {
    let ops = || certificate.evidence.ops.iter();
    let parts = || ops().flat_map(|op| &op.parts);
    let of = |id: &str| parts().find(|part| part.id == id);
    let mut problems = vec![];
    for part in parts().filter(|part| part.is_proof()) {
        let Some(proof) = part.proof.as_ref() else {
            continue;
        };
        let is_composed = proof.engine == ProofMethod::Composition;
        if is_composed && part.oracle != Oracle::CompositionTheorem {
            problems.push(format!(
                "{}: a theorem proves it, but its oracle is another one",
                part.id
            ));
        }
        for component in &proof.components {
            let id = component.part.as_str();
            let expected = format!("{}: it rests on `{id}`", part.id);
            match of(id) {
                // The filter leaves out its op or this part of it.
                None => {}
                Some(part) if part.outcome == OutcomeName::NotRun && !part.is_undecided() => {}
                Some(_) if !proved.contains(id) => {
                    problems.push(format!("{expected}, which is not proved"));
                }
                Some(other) => {
                    let engine = other.proof.as_ref().map(|proof| proof.engine);
                    if engine != Some(component.engine) {
                        problems.push(format!("{expected}, which another method proves"));
                    }
                }
            }
        }
    }
    problems
}

fn of_op(op: &OpEvidence, part: &Part) -> Option<String> {
    let passed = part.is_proof() && part.outcome == OutcomeName::Passed;
    match &part.proof {
        None if passed => Some("it is proved, but names no method".into()),
        None => None,
        Some(_) if !passed => Some("it has a proof, but is not a proved law".into()),
        Some(proof) => {
            let law = usize::try_from(part.law?).ok()?;
            proof.problem(op.laws.get(law)?.holds)
        }
    }
}
