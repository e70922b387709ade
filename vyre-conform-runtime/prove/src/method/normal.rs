//! Normal forms, and what stands between the steps of a decision.

use super::Question;
use super::inputs::Samples;
use super::outcome::{LawOutcome, Proof, ProofMethod};
use crate::aig::BitCircuit;
use crate::cnf::Encoding;
use crate::ring::{self, Ring, Simplification};
use crate::term::TermId;

/// What is done between one step and the guard behind it: nothing. Tests plant faults there.
#[derive(Clone, Copy)]
pub(super) struct StepHooks<'a> {
    pub(super) ring: &'a dyn Fn() -> Ring,
    pub(super) gates: &'a dyn Fn(&mut BitCircuit),
    pub(super) clauses: &'a dyn Fn(&mut Encoding),
}

impl StepHooks<'_> {
    pub(super) const NOTHING: Self = Self {
        ring: &Ring::default,
        gates: &|_| (),
        clauses: &|_| (),
    };
}

impl Question<'_> {
    /// Words as polynomials. What they do not decide is asked of the term that is left.
    pub(super) fn by_normal_form(&mut self, samples: &Samples) -> Option<LawOutcome> {
        let ring = (self.between.ring)();
        let simplified = ring::simplify_by(&mut self.terms, self.goal, ring);
        let outcome = self.decided_by(&simplified, samples);
        self.goal = simplified.goal;
        outcome
    }

    /// Bits as sums modulo 2, and words by their ranges. The term stays as it is, so that the formula of a law that
    /// they do not decide is the same as before there were any; laws of a certificate that says that another method
    /// decided them are left to it.
    pub(super) fn by_finer_forms(&mut self, samples: &Samples) -> Option<LawOutcome> {
        let mut searched = self.settings.searched.iter();
        if searched.any(|names| names.contains(&self.claim.name())) {
            return None;
        }
        let finer = ring::finer(&mut self.terms, self.goal);
        self.decided_by(&finer, samples)
    }

    /// What is known where the term is a constant.
    fn decided_by(&self, simplified: &Simplification, samples: &Samples) -> Option<LawOutcome> {
        if !simplified.agrees(&self.terms, &samples.few()) {
            return Some(LawOutcome::contradiction(
                "a normal form gives something else than the term that it is of".into(),
            ));
        }
        let goal: TermId = simplified.goal;
        Some(match self.terms.known(goal)? {
            0 => LawOutcome::Proved(Proof::by(ProofMethod::NormalForm)),
            // It is broken for all inputs, those that were tried among them.
            _ => LawOutcome::contradiction(
                "the normal form says that every input breaks the law, and some that were tried obey it".into(),
            ),
        })
    }
}

#[cfg(all(test, unix))]
mod tests;
