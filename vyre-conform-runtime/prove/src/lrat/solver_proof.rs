//! Acceptance of a solver's proof that a formula is unsatisfiable.

use super::Lrat;
use super::check::{RefusedProof, check};
use super::drat::{self, Line, NoProof};
use super::elaborate::{ElaborationError, elaborate};
use super::needed::needed;
use super::read::{NotLrat, read};
use crate::cnf::Cnf;

/// The untrusted output of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrittenProof {
    /// Clauses without reasons, in the binary form of DRAT.
    Drat(Vec<u8>),
    /// Clauses with their reasons, in the text form of LRAT.
    Lrat(String),
}

/// The reason why a solver's output is not a proof of the formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolverProofError {
    /// It is not DRAT.
    #[error(transparent)]
    NotDrat(#[from] NoProof),
    /// No reasons were found.
    #[error(transparent)]
    NotElaborated(#[from] ElaborationError),
    /// It is not LRAT.
    #[error(transparent)]
    NotLrat(#[from] NotLrat),
    /// The checker rejects it.
    #[error(transparent)]
    Refused(#[from] RefusedProof),
}

impl SolverProofError {
    /// True if only the time limit prevented acceptance.
    pub fn is_of_time(&self) -> bool {
        matches!(self, Self::NotElaborated(ElaborationError::Time))
    }
}

impl WrittenProof {
    /// The proof, accepted by the checker and reduced to the necessary steps. `is_over` returns true
    /// when the time limit is reached.
    ///
    /// # Errors
    /// The reason why it is not accepted.
    pub fn accepted(
        &self,
        cnf: &Cnf,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Lrat, SolverProofError> {
        let lrat = match self {
            Self::Drat(bytes) => elaborate(cnf, &drat::read(bytes, cnf.variables)?, is_over)?,
            Self::Lrat(text) => {
                let own = needed(read(text)?);
                match check(cnf, &own) {
                    Ok(()) => return Ok(own),
                    Err(reason) => with_other_hints(cnf, own, reason, is_over)?,
                }
            }
        };
        check(cnf, &lrat)?;
        Ok(lrat)
    }
}

/// The proof with new hints: CaDiCaL 2.2.0 occasionally names a clause that is already true,
/// though the step follows from the others. If a clause does not follow, the original error is
/// returned.
fn with_other_hints(
    cnf: &Cnf,
    proof: Lrat,
    cause: RefusedProof,
    is_over: &dyn Fn() -> bool,
) -> Result<Lrat, SolverProofError> {
    let of_formula = |literal: &i32| (1..=cnf.variables).contains(&literal.unsigned_abs());
    let clauses = proof.steps.into_iter().map(|step| step.clause);
    let lines: Vec<Line> = clauses.map(Line::Add).collect();
    let is_known = |line: &Line| match line {
        Line::Add(clause) | Line::Delete(clause) => clause.iter().all(of_formula),
    };
    if !lines.iter().all(is_known) {
        return Err(cause.into());
    }
    elaborate(cnf, &lines, is_over).map_err(|result| match result {
        ElaborationError::Time => result.into(),
        _ => cause.into(),
    })
}
