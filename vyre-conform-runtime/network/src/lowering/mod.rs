//! Lowering: a node becomes steps over buffers.

mod builder;
mod narrow;
mod node;
mod problem;
mod split;
mod value;
mod views;

pub(crate) use builder::Builder;
pub(crate) use narrow::{eight, narrowed};
pub(crate) use node::{FLOATS, Lowering};
pub use problem::{NodeFault, UnsupportedNode};
pub(crate) use value::{Storage, Value};
pub(crate) use views::{broadcast_shape, steps};

use crate::steps::Call;
use crate::tensor::Tensor;
use std::sync::Arc;

/// The most steps of a plan.
pub const MOST_STEPS: usize = 1 << 18;

/// A buffer of a plan.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The number of words.
    pub words: usize,
    /// The origin of the words.
    pub source: Source,
}

/// The origin of the words of a buffer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Source {
    /// An input of the graph, by its number.
    Input(usize),
    /// A weight or a constant, of an element type of one word.
    Constant(Arc<Tensor>),
    /// A step.
    Result,
}

/// A call with its buffers.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of the node in `Plan::nodes`.
    pub node: usize,
    /// The call.
    pub call: Call,
    /// The buffers of the operands.
    pub operands: Vec<usize>,
    /// The buffer of the result.
    pub result: usize,
    /// The number of rows that the words of the first operand name: a word from there on stops the run.
    pub rows: Option<u32>,
}
