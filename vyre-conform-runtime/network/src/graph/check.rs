//! Validation: every name has one origin, and nodes depend on earlier ones.

use super::{Dimension, Graph, Node, Subgraph};
use crate::element::Element;
use crate::tensor::Tensor;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

/// The reason why a graph has no meaning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// Two nodes have one name.
    #[error("two nodes are called `{name}`: rename one")]
    NodeName {
        /// The name.
        name: String,
    },
    /// A tensor has two origins.
    #[error(
        "{second} gives the tensor `{tensor}`, which {first} gives as well: rename one of them"
    )]
    TwoOrigins {
        /// The name of the tensor.
        tensor: String,
        /// The origin before.
        first: String,
        /// The origin after it.
        second: String,
    },
    /// A node reads a tensor without an origin.
    #[error(
        "node `{node}` ({operator}), input {input}: nothing gives the tensor `{tensor}`: it is neither an input nor a \
         weight nor the result of a node"
    )]
    NoOrigin {
        /// The node.
        node: String,
        /// Its operator.
        operator: String,
        /// The index of the input, from 0.
        input: usize,
        /// The name of the tensor.
        tensor: String,
    },
    /// A subgraph reads a tensor without an origin.
    #[error(
        "node `{node}` ({operator}): its subgraph reads the tensor `{tensor}`, which no node computes"
    )]
    NoCapture {
        /// The node.
        node: String,
        /// Its operator.
        operator: String,
        /// The name of the tensor.
        tensor: String,
    },
    /// An output without an origin.
    #[error("nothing gives the output `{tensor}` of the graph")]
    NoOutput {
        /// The name of the tensor.
        tensor: String,
    },
    /// No output.
    #[error("the graph has no output, so that nothing is to be computed")]
    NoOutputs,
    /// Nodes that wait for each other.
    #[error(
        "node `{node}` ({operator}) depends on its own result by way of `{tensor}`: cut the circle"
    )]
    Circle {
        /// A node of the circle.
        node: String,
        /// Its operator.
        operator: String,
        /// The tensor of the circle that it reads.
        tensor: String,
    },
}

/// The reason why a tensor does not take the place of an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// Not an input.
    #[error("the graph has no input `{name}`")]
    Name {
        /// The name.
        name: String,
    },
    /// Another type or shape than that of the input.
    #[error("input `{name}` does not take a tensor of {element} and the shape {shape:?}")]
    Tensor {
        /// The name.
        name: String,
        /// The type of its elements.
        element: Element,
        /// The shape.
        shape: Vec<usize>,
    },
}

/// As [`Graph::bind`].
pub(super) fn bind(graph: &mut Graph, name: &str, tensor: Tensor) -> Result<(), BindError> {
    let name = name.to_owned();
    let Some(k) = graph.inputs.iter().position(|input| input.name == name) else {
        return Err(BindError::Name { name });
    };
    let input = &graph.inputs[k];
    let fits = |shape: &Vec<Dimension>| {
        let lens = shape.iter().zip(tensor.shape());
        let mut fixed = lens.filter_map(|(of, len)| match of {
            Dimension::Fixed(due) => Some((due, len)),
            Dimension::Dynamic(_) => None,
        });
        shape.len() == tensor.shape().len() && fixed.all(|(due, len)| due == len)
    };
    if input.element != tensor.element() || !input.shape.as_ref().is_none_or(fits) {
        let (element, shape) = (tensor.element(), tensor.shape().to_vec());
        return Err(BindError::Tensor {
            name,
            element,
            shape,
        });
    }
    graph.inputs.remove(k);
    graph.weights.insert(name, Arc::new(tensor));
    Ok(())
}

/// The nodes by the tensors that they give.
type Origins<'a> = BTreeMap<&'a str, Option<usize>>;

fn origins<'a>(
    nodes: &'a [Node],
    given: impl Iterator<Item = &'a str>,
) -> Result<Origins<'a>, GraphError> {
    let mut origins = Origins::new();
    let describe = |origin: Option<usize>| match origin {
        Some(k) => format!("node `{}`", nodes[k].name),
        None => "an input or a weight".to_owned(),
    };
    let given = given.map(|name| (name, None));
    let results = nodes.iter().enumerate().flat_map(|(k, node)| {
        let names = node.outputs.iter().filter(|name| !name.is_empty());
        names.map(move |name| (name.as_str(), Some(k)))
    });
    for (tensor, origin) in given.chain(results) {
        if let Some(first) = origins.insert(tensor, origin) {
            return Err(GraphError::TwoOrigins {
                tensor: tensor.to_owned(),
                first: describe(first),
                second: describe(origin),
            });
        }
    }
    Ok(origins)
}

fn names_are_unique(nodes: &[Node]) -> Result<(), GraphError> {
    let mut names: Vec<&str> = nodes.iter().map(|node| &*node.name).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(()),
        Some(pair) => Err(GraphError::NodeName {
            name: pair[0].to_owned(),
        }),
    }
}

/// The nodes whose results a node reads, its subgraphs included.
fn origins_of(node: &Node, origins: &Origins<'_>) -> Result<Vec<usize>, GraphError> {
    let mut from = vec![];
    for (input, tensor) in node.inputs.iter().enumerate() {
        match origins.get(tensor.as_str()) {
            _ if tensor.is_empty() => {}
            Some(origin) => from.extend(*origin),
            None => {
                return Err(GraphError::NoOrigin {
                    node: node.name.clone(),
                    operator: node.operator.clone(),
                    input,
                    tensor: tensor.clone(),
                });
            }
        }
    }
    for tensor in node.subgraphs().flat_map(Subgraph::free_names) {
        match origins.get(tensor) {
            Some(origin) => from.extend(*origin),
            None => {
                return Err(GraphError::NoCapture {
                    node: node.name.clone(),
                    operator: node.operator.clone(),
                    tensor: tensor.to_owned(),
                });
            }
        }
    }
    Ok(from)
}

/// As [`Graph::sorted`](super::Graph::sorted): Kahn's algorithm, the first of those that may come next.
pub(super) fn sorted<'a>(
    nodes: &'a [Node],
    given: impl Iterator<Item = &'a str>,
    outputs: &[String],
) -> Result<Vec<usize>, GraphError> {
    names_are_unique(nodes)?;
    let origins = origins(nodes, given)?;
    if outputs.is_empty() {
        return Err(GraphError::NoOutputs);
    }
    for tensor in outputs {
        if !origins.contains_key(tensor.as_str()) {
            let tensor = tensor.clone();
            return Err(GraphError::NoOutput { tensor });
        }
    }
    let mut readers: Vec<Vec<usize>> = vec![vec![]; nodes.len()];
    let mut waits = vec![0usize; nodes.len()];
    for (k, node) in nodes.iter().enumerate() {
        for from in origins_of(node, &origins)? {
            readers[from].push(k);
            waits[k] += 1;
        }
    }
    let ready = (0..waits.len()).filter(|k| waits[*k] == 0).map(Reverse);
    let mut ready: BinaryHeap<Reverse<usize>> = ready.collect();
    let mut order = vec![];
    while let Some(Reverse(k)) = ready.pop() {
        order.push(k);
        for reader in &readers[k] {
            waits[*reader] -= 1;
            if waits[*reader] == 0 {
                ready.push(Reverse(*reader));
            }
        }
    }
    match waits.iter().position(|waits| *waits > 0) {
        None => Ok(order),
        Some(first) => Err(circle(nodes, &origins, &waits, first)),
    }
}

/// A node of a circle: from a node that waits, backwards through others that wait, until one comes again.
fn circle(nodes: &[Node], origins: &Origins<'_>, waits: &[usize], first: usize) -> GraphError {
    let mut seen = vec![false; waits.len()];
    let mut at = first;
    loop {
        let node = &nodes[at];
        let own = node.inputs.iter().map(String::as_str);
        let captured = node.subgraphs().flat_map(Subgraph::free_names);
        let behind = own.chain(captured).find_map(|tensor| {
            let from = origins.get(tensor).copied().flatten()?;
            (waits[from] > 0).then_some((tensor, from))
        });
        match behind {
            Some((_, from)) if !seen[at] => {
                seen[at] = true;
                at = from;
            }
            found => {
                return GraphError::Circle {
                    node: node.name.clone(),
                    operator: node.operator.clone(),
                    tensor: found
                        .map(|(tensor, _)| tensor.to_owned())
                        .unwrap_or_default(),
                };
            }
        }
    }
}
