//! Validation of programs: links, checks, and constructs a [`ValidProgram`].

use super::linked::{LinkedModule, link};
use super::{Invalid, Limits, walk};
use crate::{HardwareCall, Library, Module, Program};

/// A program that passed every rule for the limits of a target, linked with the bodies of its ops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidProgram {
    program: Program,
    module: Module,
    hardware: Vec<HardwareCall>,
    limits: Limits,
}

impl ValidProgram {
    /// The original program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The kernel, which is the entry, and all its callees.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The functions of the module that are hardware ops. A backend without the feature, or without a
    /// text in its language, cannot run the program.
    pub fn hardware(&self) -> &[HardwareCall] {
        &self.hardware
    }

    /// The module for lowering: hardware ops have no body, and the lowering inserts their hand-written
    /// texts.
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

    /// The program with the bodies of its ops, which needs no library. A hardware op is the body of its
    /// reference here, so this is not for backends that must run its text.
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

    /// The program validated for another target, whose limits may be lower.
    ///
    /// # Errors
    /// Every limit of the target that the program exceeds.
    pub fn within(&self, target: &Limits) -> Result<Self, Vec<Invalid>> {
        let linked = LinkedModule {
            module: &self.module,
            program: Some(&self.program),
            missing_bodies: &[],
            nodes: 0,
        };
        let mut violations = walk::Violations::default();
        walk::exceeded(&linked, target, &mut violations);
        let violations = violations.finish();
        if violations.is_empty() {
            Ok(Self {
                limits: self.limits.min(target),
                ..self.clone()
            })
        } else {
            Err(violations)
        }
    }
}

/// Checks every rule and collects every independent violation. `library` resolves the ops that the
/// program calls by id. A program may have any size and nesting depth.
///
/// # Errors
/// Every violation, each with rule, place and remedy; for each rule at most a hundred, and the number
/// of others.
pub fn validate_program(
    mut program: Program,
    library: &dyn Library,
    limits: &Limits,
) -> Result<ValidProgram, Vec<Invalid>> {
    let link = link(&mut program, library);
    let linked = LinkedModule {
        module: &link.module,
        program: Some(&program),
        missing_bodies: &link.absent,
        nodes: link.nodes,
    };
    let violations = walk::walk(&linked, Some(limits));
    if !violations.is_empty() {
        return Err(violations);
    }
    Ok(ValidProgram {
        program,
        module: link.module,
        hardware: link.hardware,
        limits: limits.clone(),
    })
}
