//! Proofs that a formula is unsatisfiable.
//!
//! A solver writes LRAT, or DRAT: clauses that follow, without reasons. [`drat`] parses DRAT,
//! [`elaborate`] finds the reasons by unit propagation and produces LRAT, [`read()`] parses LRAT from a
//! file or a solver, and [`check()`] accepts or rejects a proof. Only `check` is trusted: whatever a
//! solver or `elaborate` does wrong, an accepted proof is a proof.

mod backward;
mod check;
pub mod drat;
mod elaborate;
mod fault;
mod needed;
mod propagate;
mod read;
mod solver_proof;
#[cfg(test)]
mod tests;

pub use check::{RefusedProof, check};
pub use elaborate::{ElaborationError, elaborate};
pub use read::{NotLrat, read};
pub use solver_proof::{SolverProofError, WrittenProof};

use crate::cnf::Literal;
use std::fmt::Write;

/// A clause that follows, with the clauses that show it: under the negation of its literals each hint
/// in turn has one open literal, and the last has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofStep {
    /// Its number. The clauses of the formula are numbered from 1.
    pub id: u64,
    /// Its literals.
    pub clause: Vec<Literal>,
    /// Numbers of the hint clauses.
    pub hints: Vec<u64>,
}

/// A proof: the last step is the empty clause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lrat {
    /// The steps.
    pub steps: Vec<ProofStep>,
}

impl Lrat {
    /// The proof in the LRAT format, for external checkers.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for step in &self.steps {
            let _ = write!(text, "{} ", step.id);
            for literal in &step.clause {
                let _ = write!(text, "{literal} ");
            }
            text.push_str("0 ");
            for hint in &step.hints {
                let _ = write!(text, "{hint} ");
            }
            text.push_str("0\n");
        }
        text
    }
}
