//! Validation: only here is a [`Valid`] made, which interpreter, lowering and backends demand.
//!
//! One file a rule, in `rules`; `walk` visits a module once and asks every rule at every place, after
//! `depth` made sure that it may recurse. `uniformity` is the analysis behind V010.
//! Ids below V101 are rules of programs, ids from V101 on rules of functions. What each refuses is the table of
//! `docs/spec/ir.md#validation`, which a test holds against the files. Rules do not overlap: where one rule is broken,
//! the others disregard its consequences.

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

    /// Where the op takes more memory than a target has, in words that say how much and what to do: the limits
    /// on local arrays and tables that rule V035 holds programs to. The interpreter runs such an op; the
    /// compiler of a device may take minutes for it, or the device with it.
    pub fn exceeds(&self, target: &Limits) -> Option<String> {
        let found = rules::v035_limits::of_op(&self.0, target);
        let line = |(limit, takes, most): &(Limit, u64, u64)| {
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
            format!("{what} of the body take {takes} bytes, limit `{name}` is {most}: {remedy}")
        };
        let lines: Vec<String> = found.iter().map(line).collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    }

    /// Bytes of the variables of a call: what rule V035 counts for [`Limits::function_bytes`].
    pub fn variable_bytes(&self) -> u64 {
        rules::v035_limits::variable_bytes(&self.0)
    }

    /// Bytes of the tables: what rule V035 counts for [`Limits::private_bytes`].
    pub fn table_bytes(&self) -> u64 {
        rules::v035_limits::table_bytes(&self.0)
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
    /// The fault.
    pub message: String,
    /// What to do about it.
    pub remedy: &'static str,
    /// Which limit is exceeded, of rule V035 alone.
    pub limit: Option<Limit>,
}

impl Invalid {
    /// True if it is a limit of the target that is exceeded, so that another target may take the program: rule V035.
    pub fn is_about_limits(&self) -> bool {
        self.rule == rules::v035_limits::RULE.id
    }
}

/// Checks every rule and collects every independent violation. A module may be of any size and nest
/// to any depth.
///
/// # Errors
/// Every violation, each with rule, place and remedy; of one rule the first hundred and how many more there are.
pub fn validate(mut module: Module) -> Result<Valid, Vec<Invalid>> {
    let nodes = linked::cut_module(&mut module);
    let linked = linked::LinkedModule {
        module: &module,
        program: None,
        absent: &[],
        nodes,
    };
    let found = walk::walk(&linked, None);
    if found.is_empty() {
        Ok(Valid(module))
    } else {
        Err(found)
    }
}
