//! What methods decide, whatever it is about.

use super::{ClaimError, DeclaredLaw, holds};
use crate::exhaust::InputBit;
use crate::term::{TermId, Terms};
use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

/// Something that holds for all values of some variables, or does not.
pub trait Proposition {
    /// The name under which it is asked for.
    fn name(&self) -> String;

    /// The types of its variables.
    fn variables(&self) -> &[ValueType];

    /// One bit over inputs that stand for the variables, the only ones of the graph: 1 where it is broken.
    ///
    /// # Errors
    /// Why no term can be made of it.
    fn broken(&self, terms: &mut Terms) -> Result<TermId, ClaimError>;

    /// Where every assignment of the bits of its inputs is to be tried before a solver is asked: these bits, in the
    /// order in which they are fixed. None of most claims, which solvers decide sooner.
    fn exhausted_first(&self) -> Option<Vec<InputBit>> {
        None
    }

    /// True if a solver has it as it is before it has it with free words for products and quotients: where these do not
    /// matter.
    fn gates_first(&self) -> bool {
        false
    }

    /// Values of its inputs that are tried before anything else, where those of the variables will not do.
    fn samples(&self) -> Option<Vec<Vec<u128>>> {
        None
    }

    /// Who confirms that these values break it, which the term says; none where the compiled functions deny it.
    fn confirmed(&self, values: &[Value]) -> Option<String>;
}

impl Proposition for DeclaredLaw<'_> {
    fn name(&self) -> String {
        self.name()
    }

    fn variables(&self) -> &[ValueType] {
        &self.variables
    }

    fn broken(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        self.broken(terms)
    }

    fn confirmed(&self, values: &[Value]) -> Option<String> {
        let breaks = !holds(self, values);
        breaks.then(|| "the compiled functions confirm it".into())
    }
}
