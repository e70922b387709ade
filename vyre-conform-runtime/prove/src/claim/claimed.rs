//! The interface between claims and methods of proof.

use super::{ClaimError, DeclaredLaw, holds};
use crate::exhaust::InputBit;
use crate::term::{TermId, Terms};
use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

/// A statement about all values of some variables.
pub trait Proposition {
    /// The name for selection.
    fn name(&self) -> String;

    /// The types of its variables.
    fn variables(&self) -> &[ValueType];

    /// One bit over inputs that represent the variables, the only inputs of the graph: 1 if the
    /// statement is false.
    ///
    /// # Errors
    /// The reason why the statement has no term.
    fn negation(&self, terms: &mut Terms) -> Result<TermId, ClaimError>;

    /// For a claim whose input assignments should all be tried before a solver runs: the input bits, in
    /// the order in which they are fixed. `None` for most claims, which solvers decide sooner.
    fn exhausted_first(&self) -> Option<Vec<InputBit>> {
        None
    }

    /// True if a solver should get the claim unchanged before it gets free words for products and
    /// quotients, because these do not matter to it.
    fn gates_first(&self) -> bool {
        false
    }

    /// Sample inputs to try before anything else, if samples of the variables' types are unsuitable.
    fn samples(&self) -> Option<Vec<Vec<u128>>> {
        None
    }

    /// Confirms that these values, which break the term, break the claim itself, and explains how;
    /// `None` if the compiled functions disagree.
    fn confirmed(&self, values: &[Value]) -> Option<String>;
}

impl Proposition for DeclaredLaw<'_> {
    fn name(&self) -> String {
        self.name()
    }

    fn variables(&self) -> &[ValueType] {
        &self.variables
    }

    fn negation(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        self.broken(terms)
    }

    fn confirmed(&self, values: &[Value]) -> Option<String> {
        let breaks = !holds(self, values);
        breaks.then(|| "the compiled functions confirm it".into())
    }
}
