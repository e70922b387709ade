//! The reference interpreter: plain, sequential, obviously right.

use crate::spec::ValueType;
use crate::valid::Valid;
use crate::value::Value;

/// What stops a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A loop ran more often than its stated bound.
    #[error("a loop of `{function}` ran more than its stated bound of {bound} times")]
    BoundExceeded {
        /// The function.
        function: String,
        /// The bound.
        bound: u64,
    },
}

/// Runs the op on one case.
pub fn call(_op: &Valid, _operands: &[Value], _result: ValueType) -> Result<Value, Fault> {
    unimplemented!()
}
