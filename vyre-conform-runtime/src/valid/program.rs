//! Programs: linked, checked, and only then made a [`ValidProgram`].

use super::{Invalid, Limits, walk};
use crate::ir::{Library, Module, Program};

/// A program that passed every rule for the limits of a target, linked with the bodies of the ops it
/// calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidProgram {
    program: Program,
    module: Module,
    limits: Limits,
}

impl ValidProgram {
    /// The program as it was given.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The kernel, which is the entry, and every function it calls.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The limits it was validated for.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// Checks every rule and collects every independent violation. Ops that the program calls by id are
/// those of `library`.
pub fn validate_program(
    program: Program,
    library: &dyn Library,
    limits: &Limits,
) -> Result<ValidProgram, Vec<Invalid>> {
    let module = program.link(library);
    let found = walk::walk(&module, Some(&program));
    if !found.is_empty() {
        return Err(found);
    }
    Ok(ValidProgram {
        program,
        module,
        limits: limits.clone(),
    })
}
