//! From a body (constant data, untyped) to typed IR.
//!
//! - `link` walks from the entry to every callee, visits each once and rejects recursion;
//! - `infer` finds the types of one body by unification and returns a typed tree;
//! - `emit` turns the tree into IR nodes, in Rust's order of evaluation.
//!
//! Checks that need types are made here: a shift amount against the width, a literal against its type,
//! a constant index against the length. Each error says what to write instead.

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
    /// The place, as precisely as the body records it.
    pub place: Place,
    /// The mistake and its remedy.
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

/// The module of `entry` and all its callees. `body_of` finds the body of a called function by the type
/// of its item. Returns every problem, not only the first.
pub fn elaborate(
    entry: &'static Body,
    body_of: &dyn Fn(TypeId) -> Option<&'static Body>,
) -> Result<Module, Vec<Problem>> {
    elaborate_without(entry, body_of, &|_| None)
}

/// Like [`elaborate`], but rejects calls of bodies for which `refused` returns a reason.
pub(crate) fn elaborate_without(
    entry: &'static Body,
    body_of: &dyn Fn(TypeId) -> Option<&'static Body>,
    refused: &dyn Fn(&'static Body) -> Option<String>,
) -> Result<Module, Vec<Problem>> {
    link::link(entry, body_of, refused)
}

/// The IR type of a primitive: `usize` counts and indexes, in 32 bits.
fn ir_type(primitive: Primitive) -> Type {
    match primitive {
        Primitive::U32 | Primitive::Usize => Type::U32,
        Primitive::I32 => Type::I32,
        Primitive::U64 => Type::U64,
        Primitive::Bool => Type::Bool,
    }
}
