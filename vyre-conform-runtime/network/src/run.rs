//! Runs of a plan on machines, and their comparison node by node.

use crate::element::Element;
use crate::lowering::{Source, Storage};
use crate::machine::{Machine, MachineError};
use crate::plan::Plan;
use crate::tensor::{Tensor, TensorError};

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name of the machine.
    pub machine: String,
    /// A digest of the results of every node of the plan; none of a node whose results are constants.
    pub nodes: Vec<Option<blake3::Hash>>,
    /// The outputs of the graph, in its order.
    pub outputs: Vec<Tensor>,
}

/// The reason why a run has no results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// Another number of inputs than the plan has.
    #[error("the network has {expected} inputs, and {found} tensors are given")]
    Inputs {
        /// Inputs of the plan.
        expected: usize,
        /// Tensors that were given.
        found: usize,
    },
    /// An input of another type or shape than the plan was made for.
    #[error(
        "input `{name}` has elements of the type {found} and the shape {shape:?}; {expected} and {due:?} are expected"
    )]
    Input {
        /// The name.
        name: String,
        /// The type that the plan expects.
        expected: Element,
        /// The type that was given.
        found: Element,
        /// The shape that the plan expects.
        due: Vec<usize>,
        /// The shape that was given.
        shape: Vec<usize>,
    },
    /// An input that a machine cannot hold.
    #[error("input `{name}`: {error}")]
    Tensor {
        /// The name.
        name: String,
        /// The reason.
        error: TensorError,
    },
    /// A number of a row that a table does not have.
    #[error(
        "node `{node}` ({operator}) reads row {row} of {rows}: correct the input that it comes from"
    )]
    Row {
        /// The node.
        node: String,
        /// Its operator.
        operator: String,
        /// The number.
        row: i32,
        /// The number of rows.
        rows: u32,
    },
    /// A machine that gives no result of a node.
    #[error("{machine}, node `{node}` ({operator}): {error}")]
    Machine {
        /// The machine.
        machine: String,
        /// The node.
        node: String,
        /// Its operator.
        operator: String,
        /// The reason.
        error: Box<MachineError>,
    },
}

/// The words of the inputs, checked against the plan.
fn inputs(plan: &Plan, given: &[Tensor]) -> Result<Vec<Vec<u32>>, RunError> {
    let (expected, found) = (plan.inputs.len(), given.len());
    if expected != found {
        return Err(RunError::Inputs { expected, found });
    }
    let pairs = plan.inputs.iter().zip(given);
    let words = pairs.map(|(port, tensor)| {
        if port.element != tensor.element() || port.shape != tensor.shape() {
            return Err(RunError::Input {
                name: port.name.clone(),
                expected: port.element,
                found: tensor.element(),
                due: port.shape.clone(),
                shape: tensor.shape().to_vec(),
            });
        }
        tensor.machine_words().map_err(|error| RunError::Tensor {
            name: port.name.clone(),
            error,
        })
    });
    words.collect()
}

/// The buffers of a run.
struct Buffers<'p> {
    plan: &'p Plan,
    /// Words of inputs and results, while they are alive.
    words: Vec<Option<Vec<u32>>>,
}

impl Buffers<'_> {
    fn of(&self, slot: usize) -> &[u32] {
        match &self.plan.slots[slot].source {
            Source::Constant(tensor) => tensor.words(),
            Source::Input(_) | Source::Result => self.words[slot].as_deref().unwrap_or(&[]),
        }
    }
}

/// The outputs of a run that has ended.
fn outputs(buffers: &Buffers<'_>) -> Result<Vec<Tensor>, RunError> {
    let outputs = buffers.plan.outputs.iter().map(|port| {
        let tensor = match &port.held {
            Storage::Constant(tensor) => Ok((**tensor).clone()),
            Storage::Slot(slot) => {
                let words = buffers.of(*slot).to_vec();
                Tensor::from_machine(port.element, &port.shape, words)
            }
        };
        tensor.map_err(|error| RunError::Tensor {
            name: port.name.clone(),
            error,
        })
    });
    outputs.collect()
}

/// Runs a plan on a machine, with inputs in the order of the graph.
///
/// # Errors
/// Inputs that do not fit the plan, and what a machine cannot run.
pub fn run(plan: &Plan, machine: &mut dyn Machine, given: &[Tensor]) -> Result<Run, RunError> {
    let mut given: Vec<Option<Vec<u32>>> = inputs(plan, given)?.into_iter().map(Some).collect();
    let words = plan.slots.iter().map(|slot| match slot.source {
        Source::Input(k) => given[k].take(),
        _ => None,
    });
    let mut buffers = Buffers {
        plan,
        words: words.collect(),
    };
    let mut hashers: Vec<Option<blake3::Hasher>> = vec![None; plan.nodes.len()];
    for (step, dead) in plan.steps.iter().zip(plan.last_uses()) {
        let node = &plan.nodes[step.node];
        let operands: Vec<&[u32]> = step.operands.iter().map(|slot| buffers.of(*slot)).collect();
        if let (Some(rows), Some(first)) = (step.rows, operands.first())
            && let Some(row) = first.iter().find(|row| **row >= rows)
        {
            return Err(RunError::Row {
                node: node.name.clone(),
                operator: node.operator.clone(),
                row: *row as i32,
                rows,
            });
        }
        let len = plan.slots[step.result].words;
        let result = machine.run(&step.call, &operands, len);
        let result = result.map_err(|error| RunError::Machine {
            machine: machine.name().to_owned(),
            node: node.name.clone(),
            operator: node.operator.clone(),
            error: Box::new(error),
        })?;
        // Every step counts, so that a fault is found at its node, also where a later step hides it.
        let hasher = hashers[step.node].get_or_insert_with(blake3::Hasher::new);
        for word in &result {
            hasher.update(&word.to_le_bytes());
        }
        buffers.words[step.result] = Some(result);
        for slot in dead {
            buffers.words[slot] = None;
        }
    }
    Ok(Run {
        machine: machine.name().to_owned(),
        nodes: hashers
            .iter()
            .map(|of| of.as_ref().map(blake3::Hasher::finalize))
            .collect(),
        outputs: outputs(&buffers)?,
    })
}

/// The number in [`Plan::nodes`] of the first node whose results differ between two runs of one plan.
pub fn first_difference(a: &Run, b: &Run) -> Option<usize> {
    let mut pairs = a.nodes.iter().zip(&b.nodes);
    pairs.position(|(a, b)| a != b)
}
