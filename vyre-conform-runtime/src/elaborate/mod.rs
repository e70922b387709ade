//! From a body (constant data, untyped) to typed IR.

use crate::body::Body;
use crate::ir::Module;
use crate::registry::Place;
use std::any::TypeId;

/// Why a body cannot become IR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Problem {
    /// Where, as precisely as the body tells.
    pub place: Place,
    /// What is wrong and what to write instead.
    pub message: String,
}

impl Problem {
    /// A problem at a place.
    pub fn new(place: Place, message: impl Into<String>) -> Self {
        Self {
            place,
            message: message.into(),
        }
    }
}

/// The module of `entry` and everything it calls. `body_of` finds the body of a called function by
/// the type of its item; every problem found is returned, not only the first.
pub fn elaborate(
    _entry: &'static Body,
    _body_of: &dyn Fn(TypeId) -> Option<&'static Body>,
) -> Result<Module, Vec<Problem>> {
    unimplemented!()
}
