//! Validation: the only source of [`Valid`], which interpreter, lowering and backends require.
//!
//! Each rule is one file in `rules`. `walk` visits a module once and applies every rule at every place,
//! after `depth` has bounded the recursion. `uniformity` is the analysis behind V010. Ids below V101
//! are rules of programs, ids from V101 on rules of functions. The table of
//! `docs/spec/ir.md#validation` describes the rules, and a test compares it with the files. Rules do
//! not overlap: consequences of a violation are not reported by other rules.

mod depth;
mod limits;
mod linked;
mod place;
mod program;
mod rules;
mod scope;
#[cfg(test)]
mod testing;
mod uniformity;
mod walk;

use crate::Module;

pub use limits::{Limit, Limits};
pub use program::{ValidProgram, validate_program};

/// A module that passed every rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valid(Module);

impl Valid {
    /// The module.
    pub fn module(&self) -> &Module {
        &self.0
    }

    /// A message with the amount and a remedy if the op needs more memory than a target has: the limits
    /// on local arrays and tables of rule V035. The interpreter runs such an op; a device compiler may
    /// take minutes for it, or crash the device.
    pub fn exceeds(&self, target: &Limits) -> Option<String> {
        let violations = rules::v035_limits::of_op(&self.0, target);
        let line = |(limit, takes, max): &(Limit, u64, u64)| {
            let (what, remedy) = match limit {
                Limit::PrivateBytes => (
                    "the constant tables",
                    "use a smaller table, compute its elements, or read them from a buffer of a program",
                ),
                _ => (
                    "the local arrays and variables",
                    "use smaller arrays, or keep the elements in a buffer of a program",
                ),
            };
            let name = limit.name();
            format!("{what} of the body take {takes} bytes, limit `{name}` is {max}: {remedy}")
        };
        let lines: Vec<String> = violations.iter().map(line).collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    }

    /// Bytes of the variables of a call, as rule V035 counts them for [`Limits::function_bytes`].
    pub fn variable_bytes(&self) -> u64 {
        rules::v035_limits::variable_bytes(&self.0)
    }

    /// Bytes of the tables, as rule V035 counts them for [`Limits::private_bytes`].
    pub fn table_bytes(&self) -> u64 {
        rules::v035_limits::table_bytes(&self.0)
    }
}

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule} in `{function}`, {place}: {message}; {remedy}")]
pub struct Invalid {
    /// Stable id of the rule, such as `V006`.
    pub rule: &'static str,
    /// The function with the violation.
    pub function: String,
    /// The place in the function, such as `body[2].then[0]`.
    pub place: String,
    /// The fault.
    pub message: String,
    /// The remedy.
    pub remedy: &'static str,
    /// The exceeded limit, for rule V035 only.
    pub limit: Option<Limit>,
}

impl Invalid {
    /// True if the program only exceeds a limit of the target, so that another target may accept it:
    /// rule V035.
    pub fn is_about_limits(&self) -> bool {
        self.rule == rules::v035_limits::RULE.id
    }
}

/// Checks every rule and collects every independent violation. A module may have any size and nesting
/// depth.
///
/// # Errors
/// Every violation, each with rule, place and remedy; for each rule at most a hundred, and the number
/// of others.
pub fn validate(mut module: Module) -> Result<Valid, Vec<Invalid>> {
    let nodes = linked::cut_module(&mut module);
    let linked = linked::LinkedModule {
        module: &module,
        program: None,
        missing_bodies: &[],
        nodes,
    };
    let violations = walk::walk(&linked, None);
    if violations.is_empty() {
        Ok(Valid(module))
    } else {
        Err(violations)
    }
}
