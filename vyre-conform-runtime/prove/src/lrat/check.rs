//! The checker of proofs: the part that is trusted.
//!
//! It is a loop: assume that every literal of the clause is false; each hint is a clause all of whose literals but one
//! are false, and that one is true from then on; the last hint is a clause all of whose literals are false. Nothing is
//! searched for, and nothing but this makes a step valid: there is no rule for clauses that do not follow (RAT).

use super::Lrat;
use crate::cnf::{Cnf, Literal};
use std::collections::HashMap;

/// Why a proof is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RefusedProof {
    /// A clause has a number that is not larger than those before.
    #[error("step {0} has a number that is taken or out of order")]
    Number(u64),
    /// A hint names no clause.
    #[error("step {step} names clause {hint}, which does not exist")]
    Unknown {
        /// The step.
        step: u64,
        /// The hint.
        hint: u64,
    },
    /// A hint has more than one literal left, or one that holds.
    #[error("step {step}: clause {hint} is not down to one literal")]
    NotUnit {
        /// The step.
        step: u64,
        /// The hint.
        hint: u64,
    },
    /// The hints end without a contradiction.
    #[error("step {0} does not follow from its hints")]
    NoConflict(u64),
    /// A literal is none.
    #[error("step {0} has a literal that is none of the formula's")]
    Literal(u64),
    /// The empty clause is not there.
    #[error("the proof does not end with the empty clause")]
    NotEmpty,
}

/// Accepts a proof that the formula has no solution, or says why it is none.
///
/// # Errors
/// The first step that is wrong.
pub fn check(cnf: &Cnf, proof: &Lrat) -> Result<(), RefusedProof> {
    let mut clauses: HashMap<u64, &[Literal]> =
        (1..).zip(cnf.clauses.iter().map(Vec::as_slice)).collect();
    let mut last = cnf.clauses.len() as u64;
    // What is assumed of each variable: 1 true, -1 false, 0 nothing.
    let mut assumed = vec![0i8; cnf.variables as usize + 1];
    for step in &proof.steps {
        if step.id <= last {
            return Err(RefusedProof::Number(step.id));
        }
        let known = |literal: &Literal| {
            (1..assumed.len() as u64).contains(&u64::from(literal.unsigned_abs()))
        };
        if !step.clause.iter().all(known) {
            return Err(RefusedProof::Literal(step.id));
        }
        let mut trail: Vec<Literal> = step.clause.iter().map(|literal| -literal).collect();
        let mut follows = false;
        for literal in &trail {
            // A clause with a literal and its negation always holds.
            follows |= is(&assumed, -*literal);
            assumed[literal.unsigned_abs() as usize] = literal.signum() as i8;
        }
        if !follows {
            follows = replay(&clauses, step, &mut assumed, &mut trail)?;
        }
        for literal in trail {
            assumed[literal.unsigned_abs() as usize] = 0;
        }
        if !follows {
            return Err(RefusedProof::NoConflict(step.id));
        }
        if step.clause.is_empty() {
            return Ok(());
        }
        last = step.id;
        clauses.insert(step.id, &step.clause);
    }
    Err(RefusedProof::NotEmpty)
}

/// Whether the hints of a step, in order, end in a contradiction.
fn replay(
    clauses: &HashMap<u64, &[Literal]>,
    step: &super::ProofStep,
    assumed: &mut [i8],
    trail: &mut Vec<Literal>,
) -> Result<bool, RefusedProof> {
    for hint in &step.hints {
        let (step, hint) = (step.id, *hint);
        let clause = clauses
            .get(&hint)
            .ok_or(RefusedProof::Unknown { step, hint })?;
        let mut left = clause.iter().filter(|literal| !is(assumed, -**literal));
        let Some(literal) = left.next().copied() else {
            return Ok(true);
        };
        if left.any(|other| *other != literal) || is(assumed, literal) {
            return Err(RefusedProof::NotUnit { step, hint });
        }
        assumed[literal.unsigned_abs() as usize] = literal.signum() as i8;
        trail.push(literal);
    }
    Ok(false)
}

/// Whether a literal is assumed to be true.
fn is(assumed: &[i8], literal: Literal) -> bool {
    assumed[literal.unsigned_abs() as usize] == literal.signum() as i8
}
