//! Validation: only here is a [`Valid`] made, which interpreter, lowering and backends demand.
//!
//! One file a rule, in `rules`; `walk` visits a module once and asks every rule at every place, after
//! `depth` made sure that it may recurse. `uniformity` is the analysis behind V010.
//! Ids from V001 to V035 are rules of programs, ids from V101 on rules of functions; all are listed in
//! `docs/spec/ir.md#validation`. Rules do not overlap: where one rule is broken, the others disregard its
//! consequences.
//!
//! | id | refuses |
//! |---|---|
//! | V001 | two buffers of one name |
//! | V002 | two buffers of one binding, workgroup buffers left out |
//! | V003 | a workgroup without invocations along an axis |
//! | V004 | a buffer that does not exist |
//! | V005 | a store to a read-only or uniform buffer |
//! | V006 | a local that is not bound where it is used |
//! | V007 | an axis other than x, y and z |
//! | V008 | a local that is bound twice |
//! | V009 | an atomic on a read-only or uniform buffer |
//! | V010 | a barrier that only a part of a workgroup may reach |
//! | V011 | an assignment to a loop counter |
//! | V012 | a cast that `docs/spec/ir.md#casts` does not list |
//! | V013 | a buffer of bytes read or written by anything but u32 words |
//! | V014 | an atomic on elements that are not u32 |
//! | V015 | a loop counted in anything but u32 |
//! | V016 | a function that does not exist, or an op that the library does not know |
//! | V017 | calls that are recursive or more than 32 deep |
//! | V018 | nodes or expressions nested more than 64 deep |
//! | V019 | more than 100,000 nodes |
//! | V020 | an op that cannot be inlined |
//! | V021 | operand types of a binary operator |
//! | V022 | a condition that is neither Bool nor u32 |
//! | V023 | a cast to Bytes |
//! | V024 | a workgroup buffer without a count of at least 1 |
//! | V025 | an atomic on a workgroup buffer |
//! | V026 | a stored value whose type differs from the element type |
//! | V027 | an assigned value whose type differs from the local's |
//! | V028 | an index that is not a u32 |
//! | V029 | the operand or expected value of an atomic that is not a u32 |
//! | V030 | the operand type of a unary operator |
//! | V031 | a select whose condition is neither Bool nor u32 or whose arms differ |
//! | V032 | arguments or results of a call |
//! | V033 | a uniform buffer without a count, of Bytes, or of more than 64 KiB |
//! | V034 | a lane that is out of range, or taken of a scalar |
//! | V035 | what exceeds a limit of the target |
//! | V101 | a return that does not give the results |
//! | V102 | a path that ends without a return |
//! | V103 | a break or continue outside a loop; a return in the head or step of one |
//! | V104 | an assignment to a local that is not mutable |
//! | V105 | an array used as a single value, or the reverse |
//! | V106 | a table that does not exist, is empty, or has elements its type cannot hold |
//! | V107 | a literal its type cannot hold |
//! | V108 | an expression whose stated type is not its type |
//! | V109 | a signature: parameters, results, array lengths |
//! | V110 | buffers, ids, atomics or barriers in a function that is not a kernel |
//! | V111 | a vector made of other than its number of u32 lanes |
//! | V112 | an atomic whose expected value is missing or too many |
//! | V113 | a local or result of type Bytes |
//! | V114 | a buffer the host binds that is declared to have no elements |
//! | V120 | more than 65,536 steps in one call |

mod at;
mod depth;
mod limits;
mod linked;
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
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: &'static str,
    /// Which limit is exceeded, of rule V035 alone.
    pub limit: Option<Limit>,
}

/// Checks every rule and collects every independent violation. A module may be of any size and nest
/// to any depth.
///
/// # Errors
/// Every violation, each with rule, place and remedy; of one rule the first hundred and how many more there are.
pub fn validate(mut module: Module) -> Result<Valid, Vec<Invalid>> {
    let nodes = linked::cut_module(&mut module);
    let linked = linked::Linked {
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
