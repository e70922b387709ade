//! Graphs: tensors, nodes and the names that connect them.

mod check;
mod digest;

pub use check::{BindError, GraphError};

use crate::element::Element;
use crate::tensor::Tensor;
use std::collections::{BTreeMap, BTreeSet};
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
    /// A graph: a branch of `If`, or the body of `Loop` and `Scan`.
    Graph(Box<Subgraph>),
}

/// A graph in an attribute, whose nodes may read the tensors around it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subgraph {
    /// The names of its own inputs.
    pub inputs: Vec<String>,
    /// The names of the results.
    pub outputs: Vec<String>,
    /// Its weights by name.
    pub weights: BTreeMap<String, Arc<Tensor>>,
    /// The nodes.
    pub nodes: Vec<Node>,
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

impl Node {
    /// The graphs in its attributes.
    pub(crate) fn subgraphs(&self) -> impl Iterator<Item = &Subgraph> {
        self.attributes.values().filter_map(|of| match of {
            Attribute::Graph(of) => Some(&**of),
            _ => None,
        })
    }
}

impl Subgraph {
    /// The names of the tensors around the graph that it reads.
    pub(crate) fn free_names(&self) -> BTreeSet<&str> {
        let mut names: BTreeSet<&str> = self.outputs.iter().map(String::as_str).collect();
        for node in &self.nodes {
            names.extend(node.inputs.iter().map(String::as_str));
            names.extend(node.subgraphs().flat_map(Self::free_names));
        }
        let results = self.nodes.iter().flat_map(|node| &node.outputs);
        for name in self.inputs.iter().chain(self.weights.keys()).chain(results) {
            names.remove(name.as_str());
        }
        names.remove("");
        names
    }

    /// The places of the nodes, as [`Graph::sorted`].
    pub(crate) fn sorted(&self) -> Result<Vec<usize>, GraphError> {
        let own = self.inputs.iter().chain(self.weights.keys());
        let around = self.free_names();
        let given = own.map(String::as_str).chain(around);
        check::sorted(&self.nodes, given, &self.outputs)
    }
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
        let inputs = self.inputs.iter().map(|input| &input.name);
        let given = inputs.chain(self.weights.keys());
        check::sorted(&self.nodes, given.map(String::as_str), &self.outputs)
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
