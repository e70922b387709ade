//! Nodes of a file and their attributes.

use super::external::ExternalData;
use super::messages::{AttributeProto, GraphProto, NodeProto};
use super::{ModelError, tensors};
use crate::graph::{Attribute, Node};
use prost::Message as _;
use prost::bytes::Bytes;
use std::collections::{BTreeMap, BTreeSet};

/// The numbers of the types of attributes.
const FLOAT: i32 = 1;
const INT: i32 = 2;
const STRING: i32 = 3;
const TENSOR: i32 = 4;
const GRAPH: i32 = 5;
const FLOATS: i32 = 6;
const INTS: i32 = 7;
const STRINGS: i32 = 8;

/// The node at a place of the graph. One without a name is called by operator and place.
fn node(place: usize, proto: NodeProto, external: &dyn ExternalData) -> Result<Node, ModelError> {
    let operator = match proto.domain() {
        "" | "ai.onnx" => proto.op_type().to_owned(),
        // The table of operators has no such name, so that `explain` lists it.
        domain => format!("{domain}.{}", proto.op_type()),
    };
    let name = match proto.name() {
        "" => format!("{operator}_{place}"),
        name => name.to_owned(),
    };
    let mut attributes = BTreeMap::new();
    for of in &proto.attribute {
        let refused = |reason: String| ModelError::Attribute {
            node: name.clone(),
            operator: operator.clone(),
            attribute: of.name().to_owned(),
            reason,
        };
        let value = match attribute(of) {
            Ok(Value::Known(value)) => value,
            Ok(Value::Tensor(proto)) => {
                let place = format!("node `{name}` ({operator}), attribute `{}`", of.name());
                Attribute::Tensor(tensors::tensor(proto, &place, external)?)
            }
            Ok(Value::Graph(bytes)) => {
                let proto = GraphProto::decode(bytes)?;
                Attribute::Graph(Box::new(super::subgraph(proto, external)?))
            }
            Err(reason) => return Err(refused(reason)),
        };
        if attributes.insert(of.name().to_owned(), value).is_some() {
            return Err(refused("is given twice: remove one".to_owned()));
        }
    }
    Ok(Node {
        name,
        operator,
        inputs: proto.input,
        outputs: proto.output,
        attributes,
    })
}

/// The nodes of a graph. A name that an earlier node has gets the place of its node behind it: the format does not
/// require names to differ.
pub(super) fn nodes(
    protos: Vec<NodeProto>,
    external: &dyn ExternalData,
) -> Result<Vec<Node>, ModelError> {
    let mut names = BTreeSet::new();
    let mut nodes = vec![];
    for (place, proto) in protos.into_iter().enumerate() {
        let mut node = node(place, proto, external)?;
        while names.contains(&node.name) {
            node.name = format!("{}#{place}", node.name);
        }
        names.insert(node.name.clone());
        nodes.push(node);
    }
    Ok(nodes)
}

/// The value of an attribute.
enum Value<'a> {
    Known(Attribute),
    Tensor(&'a super::messages::TensorProto),
    Graph(Bytes),
}

fn text(bytes: &[u8]) -> Result<String, String> {
    let text = std::str::from_utf8(bytes);
    Ok(text.map_err(|_| "is not UTF-8".to_owned())?.to_owned())
}

fn attribute(of: &AttributeProto) -> Result<Value<'_>, String> {
    if !of.ref_attr_name().is_empty() {
        return Err("refers to an attribute of a function: inline the functions".to_owned());
    }
    Ok(Value::Known(match of.r#type() {
        FLOAT => Attribute::Float(of.f()),
        INT => Attribute::Int(of.i()),
        FLOATS => Attribute::Floats(of.floats.clone()),
        INTS => Attribute::Ints(of.ints.clone()),
        STRING => Attribute::Text(text(of.s())?),
        STRINGS => {
            let texts = of.strings.iter().map(|bytes| text(bytes));
            Attribute::Texts(texts.collect::<Result<_, _>>()?)
        }
        TENSOR => {
            let tensor = of.t.as_ref();
            return tensor
                .map(Value::Tensor)
                .ok_or_else(|| "has the type of a tensor, and no tensor".to_owned());
        }
        GRAPH => {
            let graph = of.g.clone();
            return graph
                .map(Value::Graph)
                .ok_or_else(|| "has the type of a graph, and no graph".to_owned());
        }
        other => {
            return Err(format!(
                "has the type {other}: floats, integers, texts, tensors and graphs are supported"
            ));
        }
    }))
}
