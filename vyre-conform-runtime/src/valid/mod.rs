//! Validation: only here is a [`Valid`] made, which interpreter, lowering and backends demand.
//!
//! One file a rule, in `rules`; `walk` visits a module once and asks every rule at every place.
//! The ids below V100 are those of the specification; ids from V101 are rules of functions, which
//! stand beside programs. Rules do not overlap: where one rule is broken, the others look away from
//! what follows from it.
//!
//! | id | refuses |
//! |---|---|
//! | V006 | a local that is not bound where it is used |
//! | V008 | a local that is bound twice |
//! | V011 | an assignment to a loop counter |
//! | V012 | a cast that the specification does not list |
//! | V015 | a loop counted in anything but u32 |
//! | V016 | a function that does not exist |
//! | V017 | calls that are recursive or more than 32 deep |
//! | V018 | nodes or expressions nested more than 64 deep |
//! | V019 | more than 100,000 nodes |
//! | V021 | operand types of a binary operator |
//! | V022 | a condition that is no Bool |
//! | V026 | a stored value that has not the element's type |
//! | V027 | an assigned value that has not the local's type |
//! | V028 | an index that is no u32 |
//! | V030 | the operand type of a unary operator |
//! | V031 | a select whose condition is no Bool or whose arms differ |
//! | V032 | arguments or results of a call |
//! | V110 | buffers, ids, atomics or barriers in a function that is no kernel |
//! | V101 | a return that does not give the results |
//! | V102 | a path that ends without a return |
//! | V103 | a break or continue outside a loop |
//! | V104 | an assignment to a local that is not mutable |
//! | V105 | an array used as a single value, or the reverse |
//! | V106 | a table that does not exist, is empty, or has elements its type cannot hold |
//! | V107 | a literal its type cannot hold |
//! | V108 | an expression whose stated type is not its type |
//! | V109 | a signature: parameters, results, array lengths |

mod limits;
mod program;
mod rules;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod walk;

use crate::ir::Module;

pub use limits::Limits;
pub use program::{ValidProgram, validate_program};

/// A module that passed every rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valid(Module);

impl Valid {
    /// The module.
    pub fn module(&self) -> &Module {
        &self.0
    }
}

/// A rule that a module breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule} in `{function}`, {place}: {message}; {remedy}")]
pub struct Invalid {
    /// Stable id of the rule, such as `V006`.
    pub rule: &'static str,
    /// The function it is broken in.
    pub function: String,
    /// Where in the function, such as `body[2].then[0]`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: &'static str,
}

/// Checks every rule and collects every independent violation.
pub fn validate(module: Module) -> Result<Valid, Vec<Invalid>> {
    let found = walk::walk(&module, None);
    if found.is_empty() {
        Ok(Valid(module))
    } else {
        Err(found)
    }
}
