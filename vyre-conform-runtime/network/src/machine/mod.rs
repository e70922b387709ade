//! Machines: what runs the steps of a plan.

mod backend;
mod interpreter;
mod launch;
mod reference;

pub use backend::BackendMachine;
pub use interpreter::Interpreter;
pub use reference::References;

use crate::steps::{Call, MissingOp};
use vyre_conform_suite::backend::BackendError;

/// Something that runs calls one by one.
pub trait Machine {
    /// Its name.
    fn name(&self) -> &str;

    /// The words of the result of a call: `len` of them.
    ///
    /// # Errors
    /// A call that the machine cannot run.
    fn run(
        &mut self,
        call: &Call,
        operands: &[&[u32]],
        len: usize,
    ) -> Result<Vec<u32>, MachineError>;
}

/// The reason why a machine gives no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// An engine that is not linked.
    #[error("the engine `{id}` is not linked: link `vyre-ops`")]
    NoEngine {
        /// The id.
        id: &'static str,
    },
    /// An engine without a reference.
    #[error("the engine `{id}` has no reference, so that nothing says what is right")]
    NoReference {
        /// The id.
        id: &'static str,
    },
    /// An op that is not linked.
    #[error(transparent)]
    Op(#[from] MissingOp),
    /// A program that breaks rules, such as the limits of a device.
    #[error("a program of `{call}` is not valid here: {rule}")]
    Invalid {
        /// The call.
        call: &'static str,
        /// The rule that it breaks.
        rule: String,
    },
    /// The interpreter stopped.
    #[error("the interpreter stopped in `{call}`: {reason}")]
    Interpreter {
        /// The call.
        call: &'static str,
        /// The reason.
        reason: String,
    },
    /// A backend failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// Another number of words than the shapes say.
    #[error(
        "`{call}` gave {found} words where {expected} are expected: a fault of the machine or the engine"
    )]
    Length {
        /// The call.
        call: &'static str,
        /// Words of the result.
        expected: usize,
        /// Words that came.
        found: usize,
    },
}
