//! Decisions by normal forms, and hooks between the steps of a decision.

use super::Question;
use super::inputs::Samples;
use super::outcome::{LawOutcome, Proof, ProofMethod};
use crate::aig::BitCircuit;
use crate::cnf::Encoding;
use crate::ring::{self, Ring, Simplification};
use crate::term::TermId;

/// Hooks between a step and its check: normally without effect. Tests plant faults there.
#[derive(Clone, Copy)]
pub(super) struct StepHooks<'a> {
    pub(super) ring: &'a dyn Fn() -> Ring,
    pub(super) gates: &'a dyn Fn(&mut BitCircuit),
    pub(super) clauses: &'a dyn Fn(&mut Encoding),
}

impl StepHooks<'_> {
    pub(super) const NONE: Self = Self {
        ring: &Ring::default,
        gates: &|_| (),
        clauses: &|_| (),
    };
}

impl Question<'_> {
    /// Words as polynomials. Later methods get the simplified term.
    pub(super) fn by_normal_form(&mut self, samples: &Samples) -> Option<LawOutcome> {
        let ring = (self.between.ring)();
        let simplified = ring::simplify_by(&mut self.terms, self.goal, ring);
        let outcome = self.decided_by(&simplified, samples);
        self.goal = simplified.goal;
        outcome
    }

    /// Bits as sums modulo 2, and words by their ranges. The term is not changed, so that the formula
    /// of a law that they do not decide stays the same. Laws that a certificate attributes to another
    /// method are left to that method.
    pub(super) fn by_finer_forms(&mut self, samples: &Samples) -> Option<LawOutcome> {
        let mut searched = self.settings.searched.iter();
        if searched.any(|names| names.contains(&self.claim.name())) {
            return None;
        }
        let finer = ring::finer(&mut self.terms, self.goal);
        self.decided_by(&finer, samples)
    }

    /// The outcome if the term is a constant.
    fn decided_by(&self, simplified: &Simplification, samples: &Samples) -> Option<LawOutcome> {
        if !simplified.agrees(&self.terms, &samples.sample()) {
            return Some(LawOutcome::contradiction(
                "a normal form gives something else than the term that it is of".into(),
            ));
        }
        let goal: TermId = simplified.goal;
        Some(match self.terms.constant_value(goal)? {
            0 => LawOutcome::Proved(Proof::by(ProofMethod::NormalForm)),
            // All inputs break it, but the samples did not.
            _ => LawOutcome::contradiction(
                "the normal form says that every input breaks the law, and some that were tried obey it".into(),
            ),
        })
    }
}

#[cfg(all(test, unix))]
mod tests;
