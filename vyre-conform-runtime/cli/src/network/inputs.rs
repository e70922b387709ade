//! Inputs and orders as the command line gives them.

use super::folder;
use crate::exit::Failure;
use std::collections::BTreeMap;
use std::path::Path;
use vyre_conform_network::plan::Shapes;
use vyre_conform_network::{Graph, Order, Orders, Tensor, npy};

/// The most bytes of a file of NumPy: the elements of the largest tensor, of eight bytes, and a header.
const MAX_BYTES: u64 = (8 << 25) + (1 << 16);

/// The tensor in a file of NumPy.
fn tensor(path: &str) -> Result<Tensor, Failure> {
    let bytes = folder::bytes(Path::new(path), MAX_BYTES)?;
    npy::read(&bytes).map_err(|error| Failure::io(format!("{path}: {error}")))
}

/// Makes weights of the inputs that are given as constants.
pub(super) fn bind(graph: &mut Graph, given: &[String]) -> Result<(), Failure> {
    for text in given {
        let usage =
            |reason: &dyn std::fmt::Display| Failure::usage(format!("--constant {text}: {reason}"));
        let Some((name, path)) = text.split_once('=') else {
            return Err(usage(&"write NAME=FILE.npy"));
        };
        let bound = graph.bind(name, tensor(path)?);
        bound.map_err(|error| usage(&error))?;
    }
    Ok(())
}

/// Tensors by the names of inputs.
pub(super) struct Inputs(BTreeMap<String, Tensor>);

/// The tensors of the files that were given.
pub(super) fn read(given: &[String], graph: &Graph) -> Result<Inputs, Failure> {
    let mut tensors = BTreeMap::new();
    let is_input = |name: &str| graph.inputs.iter().any(|input| input.name == name);
    for text in given {
        let named = text.split_once('=').filter(|(name, _)| is_input(name));
        let next = || {
            let mut free = graph
                .inputs
                .iter()
                .filter(|input| !tensors.contains_key(&input.name));
            free.next().map(|input| input.name.clone())
        };
        let (name, path) = match named {
            Some((name, path)) => (name.to_owned(), path),
            None => match next() {
                Some(name) => (name, text.as_str()),
                None => {
                    let count = graph.inputs.len();
                    return Err(Failure::usage(format!(
                        "--input {text}: the model has {count} inputs"
                    )));
                }
            },
        };
        let tensor = tensor(path)?;
        if tensors.insert(name.clone(), tensor).is_some() {
            return Err(Failure::usage(format!(
                "--input {text}: `{name}` is given twice"
            )));
        }
    }
    Ok(Inputs(tensors))
}

impl Inputs {
    /// The shapes.
    pub(super) fn shapes(&self) -> Shapes {
        let all = self.0.iter();
        all.map(|(name, tensor)| (name.clone(), tensor.shape().to_vec()))
            .collect()
    }

    /// The tensors in the order of the graph.
    pub(super) fn ordered(self, graph: &Graph) -> Result<Vec<Tensor>, Failure> {
        let mut all = self.0;
        let inputs = graph.inputs.iter();
        let tensors = inputs.map(|input| {
            let found = all.remove(&input.name);
            found.ok_or_else(|| {
                let name = &input.name;
                Failure::usage(format!(
                    "no tensor for the input `{name}`: add --input {name}=FILE.npy"
                ))
            })
        });
        tensors.collect()
    }
}

/// Orders of additions by nodes.
pub(super) fn orders(given: &[String]) -> Result<Orders, Failure> {
    let mut orders = Orders::new();
    for text in given {
        let Some((node, order)) = text.rsplit_once('=') else {
            return Err(Failure::usage(format!(
                "--order {text}: write NODE=ORDER, such as fc1=SplitK(4)"
            )));
        };
        let order: Order = order
            .parse()
            .map_err(|error| Failure::usage(format!("--order {text}: {error}")))?;
        if orders.insert(node.to_owned(), order).is_some() {
            return Err(Failure::usage(format!(
                "--order {text}: `{node}` has an order already"
            )));
        }
    }
    Ok(orders)
}
