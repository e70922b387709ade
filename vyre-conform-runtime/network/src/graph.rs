//! Graphs: tensors, nodes and the names that connect them.

mod check;
mod digest;

pub use check::{BindError, GraphError};

use crate::element::Element;
use crate::tensor::Tensor;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Attribute {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f32),
    /// A text.
    Text(String),
    /// Integers.
    Ints(Vec<i64>),
    /// Floats.
    Floats(Vec<f32>),
    /// Texts.
    Texts(Vec<String>),
    /// A tensor.
    Tensor(Tensor),
}

/// An operator with its operands and results.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The name, one node's alone.
    pub name: String,
    /// The operator, such as `MatMul`.
    pub operator: String,
    /// The names of the operands; an empty one is absent.
    pub inputs: Vec<String>,
    /// The names of the results; an empty one is not wanted.
    pub outputs: Vec<String>,
    /// The attributes by name.
    pub attributes: BTreeMap<String, Attribute>,
}

/// A length of a dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// A number.
    Fixed(usize),
    /// A length that the inputs of a run decide; dimensions of one name are equal, those without a name are free.
    Dynamic(String),
}

/// An input of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputDecl {
    /// The name.
    pub name: String,
    /// The type of an element.
    pub element: Element,
    /// The lengths; `None` where any shape is taken.
    pub shape: Option<Vec<Dimension>>,
}

/// A network: nodes, in any order, over inputs and weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The version of ONNX's operators.
    pub opset: i64,
    /// The inputs that a run gives.
    pub inputs: Vec<InputDecl>,
    /// The names of the results.
    pub outputs: Vec<String>,
    /// Tensors by name that every run shares.
    pub weights: BTreeMap<String, Arc<Tensor>>,
    /// The nodes.
    pub nodes: Vec<Node>,
}

impl Graph {
    /// The places of the nodes, each behind those that it depends on; of several that may come next the first.
    ///
    /// # Errors
    /// A name that two things have or that nothing has, and a circle.
    pub fn sorted(&self) -> Result<Vec<usize>, GraphError> {
        check::sorted(self)
    }

    /// Makes an input a weight, so that it may decide shapes.
    ///
    /// # Errors
    /// A name that is not one of an input, and a type or shape that the graph does not declare for it.
    pub fn bind(&mut self, name: &str, tensor: Tensor) -> Result<(), BindError> {
        check::bind(self, name, tensor)
    }

    /// A digest of structure and weights; [`Plan::digest`](crate::plan::Plan::digest) adds the orders of additions.
    pub fn digest(&self) -> blake3::Hash {
        digest::of(self)
    }
}
