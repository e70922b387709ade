//! Which inputs a kind of evidence runs a law on.

use super::typed::TypedLaw;
use crate::generate::{DomainError, Source, Successors, Width, exhaustive, witnessed};
use crate::spec::{Claim, Evidence, Term};

impl TypedLaw {
    /// The source of this kind of evidence for the law's variables: the edge set and then
    /// `witnesses` cases of the stream with this seed, or an exhaustive domain. Over the full domain
    /// an order law of a unary op needs neighbouring values only.
    pub fn domain(
        &self,
        evidence: Evidence,
        seed: u64,
        witnesses: u64,
    ) -> Result<Box<dyn Source>, DomainError> {
        match evidence {
            Evidence::Witnessed => Ok(Box::new(witnessed(&self.variables, seed, witnesses))),
            Evidence::ExhaustiveU8 => exhaustive(&self.variables, Width::U8),
            Evidence::ExhaustiveU16 => exhaustive(&self.variables, Width::U16),
            Evidence::ExhaustiveFull => match Successors::new(self.variables[0]) {
                Some(pairs) if self.is_stepwise() => Ok(Box::new(pairs)),
                _ => exhaustive(&self.variables, Width::Full),
            },
            _ => Err(DomainError::NoOperands),
        }
    }

    /// Whether the claim is "a <= b implies f(a) <= f(b)" or the other way round, with nothing else
    /// in it: true of all pairs if true of neighbours, because the order is transitive.
    pub fn is_stepwise(&self) -> bool {
        let Claim::Implies(Claim::AtMost(Term::Var(0), Term::Var(1)), Claim::AtMost(l, r)) =
            self.claim
        else {
            return false;
        };
        let one = |side: &Term, variable: usize| matches!(side, Term::Apply(_, [Term::Var(k)]) if *k == variable);
        match (l, r) {
            (Term::Apply(f, _), Term::Apply(g, _)) if f == g => {
                (one(l, 0) && one(r, 1)) || (one(l, 1) && one(r, 0))
            }
            _ => false,
        }
    }
}
