//! Programs: linked, checked, and only then made a [`ValidProgram`].

use super::linked::{LinkedModule, link};
use super::{Invalid, Limits, walk};
use crate::{HardwareCall, Library, Module, Program};

/// A program that passed every rule for the limits of a target, linked with the bodies of the ops it
/// calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidProgram {
    program: Program,
    module: Module,
    hardware: Vec<HardwareCall>,
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

    /// The functions of the module that are ops of one hardware feature. A backend without the feature, or without a
    /// text in its language, cannot run the program.
    pub fn hardware(&self) -> &[HardwareCall] {
        &self.hardware
    }

    /// The module as a lowering takes it: ops of one hardware feature have no body, and the text by hand stands in
    /// their place.
    pub fn module_to_lower(&self) -> Module {
        let mut module = self.module.clone();
        for call in &self.hardware {
            if let Some(function) = module.functions.get_mut(call.function.0 as usize) {
                function.body.clear();
                function.tables.clear();
            }
        }
        module
    }

    /// The program with the bodies of the ops that it calls, which needs no library. An op of one hardware feature is
    /// the body of its reference here: this is not for a backend that is to show its text.
    pub fn linked(&self) -> Program {
        Program {
            name: self.program.name.clone(),
            buffers: self.program.buffers.clone(),
            workgroup_size: self.program.workgroup_size,
            ..self.module.to_program()
        }
    }

    /// The limits it was validated for.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The program for a target that may have less than the one it was validated for.
    ///
    /// # Errors
    /// Every limit of the target that it exceeds.
    pub fn within(&self, target: &Limits) -> Result<Self, Vec<Invalid>> {
        let linked = LinkedModule {
            module: &self.module,
            program: Some(&self.program),
            absent: &[],
            nodes: 0,
        };
        let mut found = walk::Violations::default();
        walk::exceeded(&linked, target, &mut found);
        let found = found.finish();
        if found.is_empty() {
            Ok(Self {
                limits: self.limits.least(target),
                ..self.clone()
            })
        } else {
            Err(found)
        }
    }
}

/// Checks every rule and collects every independent violation. Ops that the program calls by id are
/// those of `library`. A program may be of any size and nest to any depth.
///
/// # Errors
/// Every violation, each with rule, place and remedy; of one rule the first hundred and how many more there are.
pub fn validate_program(
    mut program: Program,
    library: &dyn Library,
    limits: &Limits,
) -> Result<ValidProgram, Vec<Invalid>> {
    let link = link(&mut program, library);
    let linked = LinkedModule {
        module: &link.module,
        program: Some(&program),
        absent: &link.absent,
        nodes: link.nodes,
    };
    let found = walk::walk(&linked, Some(limits));
    if !found.is_empty() {
        return Err(found);
    }
    Ok(ValidProgram {
        program,
        module: link.module,
        hardware: link.hardware,
        limits: limits.clone(),
    })
}
