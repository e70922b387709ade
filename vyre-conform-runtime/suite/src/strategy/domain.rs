//! Inputs of a law for a kind of evidence.

use super::typed::TypedLaw;
use vyre_conform_runtime::generate::{
    DomainError, Source, Successors, Width, exhaustive, witnessed,
};
use vyre_conform_spec::Evidence;

impl TypedLaw {
    /// The source of this kind of evidence for the law's variables: the edge set followed by `witnesses` cases of the
    /// stream with this seed, or an exhaustive domain. Over the full domain, an order law of a unary op needs only
    /// neighbouring values.
    pub fn domain(
        &self,
        evidence: Evidence,
        seed: u64,
        witnesses: u64,
    ) -> Result<Box<dyn Source>, DomainError> {
        match evidence {
            Evidence::Witnessed => Ok(Box::new(witnessed(&self.variables, seed, witnesses))),
            Evidence::ExhaustiveU5 => exhaustive(&self.variables, Width::U5),
            Evidence::ExhaustiveU8 => exhaustive(&self.variables, Width::U8),
            Evidence::ExhaustiveU16 => exhaustive(&self.variables, Width::U16),
            Evidence::ExhaustiveFull => match Successors::new(self.variables[0]) {
                Some(pairs) if self.claim.is_stepwise() => Ok(Box::new(pairs)),
                _ => exhaustive(&self.variables, Width::Full),
            },
            _ => Err(DomainError::NoOperands),
        }
    }
}
