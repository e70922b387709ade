//! The proof checker: the trusted part.
//!
//! It is a loop: assume that every literal of the clause is false; each hint is a clause with all
//! literals false except one, which becomes true; the last hint is a clause with all literals false.
//! The checker does not search, and no other rule makes a step valid: in particular it does not accept
//! clauses that do not follow (RAT).

use super::fault::Fault;
use super::{Lrat, ProofStep};
use crate::cnf::{Cnf, Literal};
use std::collections::HashMap;

/// The reason why a proof is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RefusedProof {
    /// A clause has a number that is not larger than the earlier ones.
    #[error("step {0} has a number that is taken or out of order")]
    Number(u64),
    /// A hint refers to a clause that does not exist.
    #[error("step {step} names clause {hint}, which does not exist")]
    Unknown {
        /// The step.
        step: u64,
        /// The hint.
        hint: u64,
    },
    /// A hint has more than one open literal, or a true one.
    #[error("step {step}: clause {hint} has more than one open literal")]
    NotUnit {
        /// The step.
        step: u64,
        /// The hint.
        hint: u64,
    },
    /// The hints end without a contradiction.
    #[error("step {0} does not follow from its hints")]
    NoConflict(u64),
    /// A literal is invalid.
    #[error("step {0} has a literal outside of the formula")]
    Literal(u64),
    /// The proof lacks the empty clause.
    #[error("the proof does not end with the empty clause")]
    NotEmpty,
}

/// Accepts a proof that the formula is unsatisfiable, or returns the reason for rejection.
///
/// # Errors
/// The first faulty step.
pub fn check(cnf: &Cnf, proof: &Lrat) -> Result<(), RefusedProof> {
    check_with(cnf, proof, |_| false)
}

/// The checker, with planted faults (only in tests).
pub(super) fn check_with(
    cnf: &Cnf,
    proof: &Lrat,
    planted: impl Fn(Fault) -> bool,
) -> Result<(), RefusedProof> {
    let mut clauses: HashMap<u64, &[Literal]> =
        (1..).zip(cnf.clauses.iter().map(Vec::as_slice)).collect();
    let mut last = cnf.clauses.len() as u64;
    let mut assumed = Assignment {
        values: vec![0; cnf.variables as usize + 1],
        trail: vec![],
        planted: &planted,
    };
    let known = |literal: &Literal| (1..=cnf.variables).contains(&literal.unsigned_abs());
    for step in &proof.steps {
        if step.id <= last && !planted(Fault::Number) {
            return Err(RefusedProof::Number(step.id));
        }
        if !step.clause.iter().all(known) && !planted(Fault::Literal) {
            return Err(RefusedProof::Literal(step.id));
        }
        if planted(Fault::Circle) {
            clauses.insert(step.id, &step.clause);
        }
        let mut follows = false;
        for literal in &step.clause {
            // A clause with a literal and its negation is a tautology.
            follows |= assumed.is(*literal) || planted(Fault::Twice) && assumed.is(-literal);
            assumed.set(if planted(Fault::Sign) {
                *literal
            } else {
                -literal
            });
        }
        if planted(Fault::Rat) {
            let first = step.clause.first();
            let negated = |first: &Literal| clauses.values().any(|c| c.contains(&-first));
            follows |= first.is_some_and(|first| !negated(first));
        }
        if !follows {
            follows = replay(&clauses, step, &mut assumed)?;
        }
        if !planted(Fault::Kept) {
            assumed.clear();
        }
        if !follows && !planted(Fault::NoConflict) {
            return Err(RefusedProof::NoConflict(step.id));
        }
        if step.clause.is_empty() {
            return Ok(());
        }
        last = step.id;
        clauses.insert(step.id, &step.clause);
    }
    if planted(Fault::NotEmpty) {
        Ok(())
    } else {
        Err(RefusedProof::NotEmpty)
    }
}

/// True if the hints of a step lead to a contradiction, in order.
fn replay(
    clauses: &HashMap<u64, &[Literal]>,
    step: &ProofStep,
    assumed: &mut Assignment<'_, impl Fn(Fault) -> bool>,
) -> Result<bool, RefusedProof> {
    for hint in &step.hints {
        let (step, hint) = (step.id, *hint);
        let Some(clause) = clauses.get(&hint) else {
            if (assumed.planted)(Fault::Unknown) {
                continue;
            }
            return Err(RefusedProof::Unknown { step, hint });
        };
        let mut left = clause.iter().filter(|literal| assumed.is_left(**literal));
        let Some(literal) = left.next().copied() else {
            return Ok(true);
        };
        let several = left.any(|other| *other != literal) || assumed.is(literal);
        if several && (assumed.planted)(Fault::NotUnit) {
            continue;
        }
        if several && !(assumed.planted)(Fault::FirstOfSeveral) {
            return Err(RefusedProof::NotUnit { step, hint });
        }
        assumed.set(literal);
    }
    Ok(false)
}

/// The assumptions of one step.
struct Assignment<'p, P> {
    /// Value of each variable: 1 true, -1 false, 0 unassigned.
    values: Vec<i8>,
    /// The assumed literals.
    trail: Vec<Literal>,
    planted: &'p P,
}

impl<P: Fn(Fault) -> bool> Assignment<'_, P> {
    /// True if a literal is assumed to be true.
    fn is(&self, literal: Literal) -> bool {
        let value = self.values[literal.unsigned_abs() as usize];
        value == literal.signum() as i8 || value != 0 && (self.planted)(Fault::Unsigned)
    }

    /// True if a literal is not assumed to be false.
    fn is_left(&self, literal: Literal) -> bool {
        let is_passed = (self.planted)(Fault::Holds) && self.is(literal);
        !self.is(-literal) && !is_passed
    }

    fn set(&mut self, literal: Literal) {
        self.values[literal.unsigned_abs() as usize] = literal.signum() as i8;
        self.trail.push(literal);
    }

    fn clear(&mut self) {
        for literal in self.trail.drain(..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
    }
}
