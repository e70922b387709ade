//! From a body (constant data, untyped) to typed IR.
//!
//! - `link` walks from the entry to every function it calls: each once, recursion refused;
//! - `infer` finds the types of one body by unification and gives a typed tree;
//! - `emit` turns the tree into IR nodes, in Rust's order of evaluation.
//!
//! What only types can tell is decided here: a shift amount against the width, a literal against its
//! type, a constant index against the length. Each refusal says what to write instead.

mod emit;
mod infer;
mod link;
mod methods;
#[doc(hidden)]
mod tree;
mod types;

use crate::body::{Body, Primitive};
use crate::registry::Place;
use std::any::TypeId;
use vyre_conform_ir::{Module, Type};

/// The reason why a body cannot become IR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
#[non_exhaustive]
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
    entry: &'static Body,
    body_of: &dyn Fn(TypeId) -> Option<&'static Body>,
) -> Result<Module, Vec<Problem>> {
    elaborate_without(entry, body_of, &|_| None)
}

/// As [`elaborate`], without calls of the bodies of which `refused` says why not.
pub(crate) fn elaborate_without(
    entry: &'static Body,
    body_of: &dyn Fn(TypeId) -> Option<&'static Body>,
    refused: &dyn Fn(&'static Body) -> Option<String>,
) -> Result<Module, Vec<Problem>> {
    link::link(entry, body_of, refused)
}

/// How a primitive is represented: `usize` counts and indexes, in 32 bits.
fn ir_type(primitive: Primitive) -> Type {
    match primitive {
        Primitive::U32 | Primitive::Usize => Type::U32,
        Primitive::I32 => Type::I32,
        Primitive::U64 => Type::U64,
        Primitive::Bool => Type::Bool,
    }
}
