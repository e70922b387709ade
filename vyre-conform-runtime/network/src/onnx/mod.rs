//! The importer of ONNX files, of the operator sets [`OLDEST_OPSET`] to [`NEWEST_OPSET`].

mod external;
pub mod messages;
mod nodes;
mod scan;
mod tensors;

pub use external::{ExternalData, ExternalError, NoExternalData, location};
pub use scan::{MOST_FIELDS, MOST_SUBGRAPHS};
pub(crate) use tensors::element_name;

use crate::graph::{Dimension, Graph, InputDecl, Subgraph};
use crate::tensor::{Tensor, TensorError};
use messages::{GraphProto, ModelProto, ValueInfoProto};
use prost::Message as _;
use prost::bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The oldest set of operators that is read.
pub const OLDEST_OPSET: i64 = 6;
/// The newest set of operators that is read.
pub const NEWEST_OPSET: i64 = 22;
/// The most bytes of a file: what protocol buffers allow.
pub const MOST_BYTES: u64 = (1 << 31) - 1;

/// The reason why a file is not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A file beyond [`MOST_BYTES`].
    #[error(
        "the file has {bytes} bytes, and {MOST_BYTES} are the most: keep weights as external data"
    )]
    Size {
        /// The bytes of the file.
        bytes: u64,
    },
    /// Bytes that end within a field, or hold something else.
    #[error(
        "the file is cut, or is not a model of ONNX: a field of it reaches beyond its end, or has no type"
    )]
    Cut,
    /// More fields than [`MOST_FIELDS`].
    #[error("the file has more than {MOST_FIELDS} fields: keep constants in `raw_data`")]
    Fields,
    /// Subgraphs deeper than [`MOST_SUBGRAPHS`].
    #[error(
        "the file has subgraphs in subgraphs, more than {MOST_SUBGRAPHS} deep: inline some of them"
    )]
    Depth,
    /// Fields with other types than those of ONNX.
    #[error("the file is not a model of ONNX: {0}")]
    Decode(#[from] prost::DecodeError),
    /// A model without a graph.
    #[error("the model has no graph")]
    NoGraph,
    /// A part of the format that is not read.
    #[error("the model has {part}, which is not supported: {remedy}")]
    Part {
        /// The part.
        part: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// A set of operators that is not read.
    #[error(
        "the model is written for set {version} of ONNX's operators, and {OLDEST_OPSET} to {NEWEST_OPSET} are \
         supported: convert it with `onnx.version_converter`"
    )]
    Opset {
        /// The version; 0 where the model names none.
        version: i64,
    },
    /// A type of elements that is not read.
    #[error(
        "{place}: elements of the type {element} are not supported: convert them to numbers or truths"
    )]
    Element {
        /// The tensor or input.
        place: String,
        /// The name of the type.
        element: String,
    },
    /// A tensor that is none.
    #[error("{place}: {error}")]
    Tensor {
        /// The tensor, in words.
        place: String,
        /// The reason.
        error: TensorError,
    },
    /// A tensor with other data than its shape.
    #[error("{place}: {reason}")]
    Data {
        /// The tensor, in words.
        place: String,
        /// The reason.
        reason: String,
    },
    /// External data that is not read.
    #[error("{place}: {error}")]
    External {
        /// The tensor, in words.
        place: String,
        /// The reason.
        error: ExternalError,
    },
    /// An attribute that is not read.
    #[error("node `{node}` ({operator}), attribute `{attribute}`: {reason}")]
    Attribute {
        /// The node.
        node: String,
        /// Its operator.
        operator: String,
        /// The attribute.
        attribute: String,
        /// The reason, and what to do.
        reason: String,
    },
    /// Two weights, or two attributes of a node, of one name.
    #[error("{place}: the name `{name}` is given twice: rename one")]
    Twice {
        /// The place of the second one.
        place: String,
        /// The name.
        name: String,
    },
    /// An input without a type.
    #[error("input `{name}`: {reason}")]
    Input {
        /// The name.
        name: String,
        /// The reason, and what to do.
        reason: String,
    },
}

/// The graph of an ONNX file, whose external data `external` reads.
///
/// # Errors
/// A file without a model, and parts of the format that are not supported. Operators are the matter of
/// [`plan`](crate::plan::Plan::new) and [`explain`](crate::plan::explain).
pub fn import(bytes: Vec<u8>, external: &dyn ExternalData) -> Result<Graph, ModelError> {
    let size = bytes.len() as u64;
    if size > MOST_BYTES {
        return Err(ModelError::Size { bytes: size });
    }
    scan::check(&bytes)?;
    let model = ModelProto::decode(Bytes::from(bytes))?;
    if !model.functions.is_empty() {
        return Err(ModelError::Part {
            part: "functions of its own",
            remedy: "inline them with `onnx.inliner.inline_local_functions`",
        });
    }
    let own = model.opset_import.iter();
    let mut own = own.filter(|set| matches!(set.domain(), "" | "ai.onnx"));
    let opset = own.next().map_or(0, |set| set.version());
    if !(OLDEST_OPSET..=NEWEST_OPSET).contains(&opset) {
        return Err(ModelError::Opset { version: opset });
    }
    let graph = model.graph.ok_or(ModelError::NoGraph)?;
    of_graph(graph, opset, external)
}

/// The weights of a graph by their names.
fn weights(
    graph: &GraphProto,
    external: &dyn ExternalData,
) -> Result<BTreeMap<String, Arc<Tensor>>, ModelError> {
    if !graph.sparse_initializer.is_empty() {
        return Err(ModelError::Part {
            part: "sparse weights",
            remedy: "store them as dense tensors",
        });
    }
    let mut weights = BTreeMap::new();
    for proto in &graph.initializer {
        let name = proto.name().to_owned();
        let place = format!("weight `{name}`");
        let tensor = tensors::tensor(proto, &place, external)?;
        if weights.insert(name.clone(), Arc::new(tensor)).is_some() {
            return Err(ModelError::Twice { place, name });
        }
    }
    Ok(weights)
}

/// The names of the outputs of a graph.
fn outputs(graph: &GraphProto) -> Vec<String> {
    graph.output.iter().map(|of| of.name().to_owned()).collect()
}

fn of_graph(
    graph: GraphProto,
    opset: i64,
    external: &dyn ExternalData,
) -> Result<Graph, ModelError> {
    let weights = weights(&graph, external)?;
    // Up to version 3 of the format weights are inputs too, with a default.
    let given = graph.input.iter();
    let given = given.filter(|input| !weights.contains_key(input.name()));
    Ok(Graph {
        opset,
        inputs: given.map(input).collect::<Result<_, _>>()?,
        outputs: outputs(&graph),
        weights,
        nodes: nodes::nodes(graph.node, external)?,
    })
}

/// A graph in an attribute.
fn subgraph(graph: GraphProto, external: &dyn ExternalData) -> Result<Subgraph, ModelError> {
    Ok(Subgraph {
        inputs: graph.input.iter().map(|of| of.name().to_owned()).collect(),
        outputs: outputs(&graph),
        weights: weights(&graph, external)?,
        nodes: nodes::nodes(graph.node, external)?,
    })
}

fn input(proto: &ValueInfoProto) -> Result<InputDecl, ModelError> {
    let name = proto.name().to_owned();
    let of = proto.r#type.as_ref().and_then(|of| of.tensor_type.as_ref());
    let Some(of) = of else {
        let reason =
            "is not a tensor: sequences, maps and optional values are not supported".to_owned();
        return Err(ModelError::Input { name, reason });
    };
    let place = format!("input `{name}`");
    let element = tensors::element(of.elem_type(), &place)?;
    let Some(shape) = &of.shape else {
        return Ok(InputDecl {
            name,
            element,
            shape: None,
        });
    };
    let mut lens = vec![];
    for dimension in &shape.dim {
        lens.push(match (dimension.dim_value, &dimension.dim_param) {
            // Exporters write -1 for a length that is open.
            (Some(-1), param) => Dimension::Dynamic(param.clone().unwrap_or_default()),
            (Some(len), _) => match usize::try_from(len) {
                Ok(len) => Dimension::Fixed(len),
                Err(_) => {
                    let reason = format!("a dimension has the length {len}: name it instead");
                    return Err(ModelError::Input { name, reason });
                }
            },
            (None, param) => Dimension::Dynamic(param.clone().unwrap_or_default()),
        });
    }
    Ok(InputDecl {
        name,
        element,
        shape: Some(lens),
    })
}
