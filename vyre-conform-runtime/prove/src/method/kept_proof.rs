//! Rechecking of stored formulas and proofs, which are not trusted.

use super::inputs::{Samples, sample};
use super::outcome::ProofMethod;
use super::sat::{extended, hold};
use crate::aig::BitCircuit;
use crate::claim::{ClaimError, Proposition};
use crate::cnf::{Cnf, Encoding};
use crate::lemmas::with_free_words;
use crate::lrat::{NotLrat, RefusedProof, check, read};
use crate::ring;
use crate::term::Terms;

/// The reason why a stored formula with its proof does not prove a law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeptProofError {
    /// The law has no formula.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// The method produces no formula for this law.
    #[error("{} makes no formula of this law", .0.name())]
    NoFormula(ProofMethod),
    /// The formula differs.
    #[error("the formula is not that of the law: they differ in line {line}")]
    OtherFormula {
        /// The first line that differs, from 1.
        line: usize,
    },
    /// The formula rebuilt from the law is wrong.
    #[error(
        "the formula of the law does not give what the law means: report this as a fault of the prover"
    )]
    Wrong,
    /// The proof cannot be parsed.
    #[error("the proof cannot be read: {0}")]
    Unreadable(#[from] NotLrat),
    /// The checker rejects the proof.
    #[error("the proof is refused: {0}")]
    Refused(#[from] RefusedProof),
}

/// The names of the files with the formula and the proof of a law by a method.
pub fn kept_as(claim: &dyn Proposition, method: ProofMethod) -> [String; 2] {
    kept_under(&claim.name(), method)
}

/// The file names for the law with this name, such as `u32::add::Commutative`; spaces are ignored.
pub fn kept_under(name: &str, method: ProofMethod) -> [String; 2] {
    let plain: String = name
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let kind = match method {
        ProofMethod::Lemmas => "lemmas",
        _ => "sat",
    };
    ["cnf", "lrat"].map(|extension| format!("{plain}.{kind}.{extension}"))
}

/// Accepts a DIMACS formula and its LRAT proof as evidence for a law, or returns the reason for
/// rejection. The formula is rebuilt from the ops and must be the same text.
///
/// # Errors
/// [`KeptProofError`].
pub fn recheck(
    claim: &dyn Proposition,
    method: ProofMethod,
    cnf: &str,
    lrat: &str,
) -> Result<(), KeptProofError> {
    let formula = formula(claim, method)?;
    let expected = formula.dimacs();
    if cnf != expected {
        let same = cnf.lines().zip(expected.lines());
        let line = 1 + same
            .take_while(|(sample, expected)| sample == expected)
            .count();
        return Err(KeptProofError::OtherFormula { line });
    }
    Ok(check(&formula, &read(lrat)?)?)
}

/// The formula of a law by a method.
fn formula(claim: &dyn Proposition, method: ProofMethod) -> Result<Cnf, KeptProofError> {
    let mut terms = Terms::default();
    let goal = claim.negation(&mut terms)?;
    let samples = Samples::new(claim);
    let simplified = ring::simplify(&mut terms, goal);
    if !simplified.agrees(&terms, &samples.sample()) {
        return Err(KeptProofError::Wrong);
    }
    let mut goal = simplified.goal;
    let mut cases = samples.cases;
    if !method.has_formula() || terms.constant_value(goal).is_some() {
        return Err(KeptProofError::NoFormula(method));
    }
    if method == ProofMethod::Lemmas {
        let freed = with_free_words(&mut terms, goal).ok_or(KeptProofError::NoFormula(method))?;
        cases = extended(&terms, &freed, &cases);
        hold(&terms, &freed, &cases).map_err(|_| KeptProofError::Wrong)?;
        goal = freed.goal;
    }
    let circuit = BitCircuit::new(&terms, goal);
    let encoded = Encoding::new(&circuit);
    let sample = sample(&cases);
    let is_right = circuit.agrees(&terms, goal, &cases)
        && circuit.agrees_throughout(&terms, &sample)
        && encoded.agrees(&circuit, &sample);
    if is_right {
        Ok(encoded.cnf)
    } else {
        Err(KeptProofError::Wrong)
    }
}
