//! The digest of a graph: every text with its length, every list with its number of entries, in a fixed order.

use super::{Attribute, Dimension, Graph, Node};
use crate::tensor::Tensor;
use blake3::Hasher;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The beginning of what is hashed: another layout has another number.
const LAYOUT: &str = "vyre-network/1";

pub(super) fn of(graph: &Graph) -> blake3::Hash {
    let mut hasher = Hasher::new();
    text(&mut hasher, LAYOUT);
    number(&mut hasher, graph.opset);
    number(&mut hasher, graph.inputs.len() as i64);
    for input in &graph.inputs {
        text(&mut hasher, &input.name);
        text(&mut hasher, input.element.name());
        let Some(shape) = &input.shape else {
            number(&mut hasher, -1);
            continue;
        };
        number(&mut hasher, shape.len() as i64);
        for dimension in shape {
            match dimension {
                Dimension::Fixed(len) => number(&mut hasher, *len as i64),
                Dimension::Dynamic(name) => {
                    number(&mut hasher, -1);
                    text(&mut hasher, name);
                }
            }
        }
    }
    texts(&mut hasher, &graph.outputs);
    content(&mut hasher, &graph.weights, &graph.nodes);
    hasher.finalize()
}

fn content(hasher: &mut Hasher, weights: &BTreeMap<String, Arc<Tensor>>, nodes: &[Node]) {
    number(hasher, weights.len() as i64);
    for (name, weight) in weights {
        text(hasher, name);
        tensor(hasher, weight);
    }
    number(hasher, nodes.len() as i64);
    for of in nodes {
        node(hasher, of);
    }
}

fn node(hasher: &mut Hasher, node: &Node) {
    text(hasher, &node.name);
    text(hasher, &node.operator);
    texts(hasher, &node.inputs);
    texts(hasher, &node.outputs);
    number(hasher, node.attributes.len() as i64);
    for (name, attribute) in &node.attributes {
        text(hasher, name);
        match attribute {
            Attribute::Int(value) => {
                text(hasher, "int");
                number(hasher, *value);
            }
            Attribute::Float(value) => {
                text(hasher, "float");
                number(hasher, value.to_bits().into());
            }
            Attribute::Text(value) => {
                text(hasher, "text");
                text(hasher, value);
            }
            Attribute::Ints(values) => {
                text(hasher, "ints");
                number(hasher, values.len() as i64);
                values.iter().for_each(|value| number(hasher, *value));
            }
            Attribute::Floats(values) => {
                text(hasher, "floats");
                number(hasher, values.len() as i64);
                values
                    .iter()
                    .for_each(|x| number(hasher, x.to_bits().into()));
            }
            Attribute::Texts(values) => {
                text(hasher, "texts");
                texts(hasher, values);
            }
            Attribute::Tensor(value) => {
                text(hasher, "tensor");
                tensor(hasher, value);
            }
            Attribute::Graph(of) => {
                text(hasher, "graph");
                texts(hasher, &of.inputs);
                texts(hasher, &of.outputs);
                content(hasher, &of.weights, &of.nodes);
            }
        }
    }
}

fn tensor(hasher: &mut Hasher, tensor: &Tensor) {
    hasher.update(tensor.digest().as_bytes());
}

pub(super) fn number(hasher: &mut Hasher, value: i64) {
    hasher.update(&value.to_le_bytes());
}

pub(super) fn text(hasher: &mut Hasher, text: &str) {
    number(hasher, text.len() as i64);
    hasher.update(text.as_bytes());
}

fn texts(hasher: &mut Hasher, texts: &[String]) {
    number(hasher, texts.len() as i64);
    texts.iter().for_each(|of| text(hasher, of));
}
