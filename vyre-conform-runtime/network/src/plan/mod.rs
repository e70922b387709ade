//! Plans: a graph at fixed shapes as steps over buffers.

mod build;
mod control;
mod scan;
mod scope;

pub use crate::lowering::{MOST_STEPS, NodeFault, Slot, Source, Step, UnsupportedNode};
pub use build::explain;

use crate::element::Element;
use crate::graph::{Graph, GraphError};
use crate::lowering::Storage;
use crate::order::{Order, Orders};
use std::collections::BTreeMap;
use vyre_conform_runtime::catalog::Catalog;

/// The most words of all buffers that are alive at one time, 8 GiB.
pub const MOST_LIVE_WORDS: usize = 1 << 31;

/// The shapes of inputs by name.
pub type Shapes = BTreeMap<String, Vec<usize>>;

/// A node of a plan, in the order of execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedNode {
    /// The name.
    pub name: String,
    /// The operator.
    pub operator: String,
    /// The order of its additions; `None` if it adds nothing, or if its engine has a single order.
    pub order: Option<Order>,
    /// The names and buffers of its results; constants have none.
    pub results: Vec<(String, Option<usize>)>,
}

/// An input or output of a plan.
#[derive(Clone, Debug)]
pub struct Port {
    /// The name.
    pub name: String,
    /// The type of an element.
    pub element: Element,
    /// The shape.
    pub shape: Vec<usize>,
    pub(crate) held: Storage,
}

/// A graph at fixed shapes, ready to run on every machine.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The buffers.
    pub slots: Vec<Slot>,
    /// The calls in their order.
    pub steps: Vec<Step>,
    /// The nodes in their order.
    pub nodes: Vec<PlannedNode>,
    /// The inputs, in the order of the graph.
    pub inputs: Vec<Port>,
    /// The outputs, in the order of the graph.
    pub outputs: Vec<Port>,
    digest: blake3::Hash,
}

/// The reason why a graph has no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A graph without a meaning.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// An input whose shape does not fit the graph.
    #[error("input `{name}`: {reason}")]
    Input {
        /// The name.
        name: String,
        /// The reason.
        reason: String,
    },
    /// Nodes that cannot be computed.
    #[error("{}", lines(.0))]
    Nodes(Vec<UnsupportedNode>),
    /// An order for a node that is not in the graph.
    #[error(
        "the order {order} is for the node `{node}`, which the graph does not have, or not on a branch that runs: \
         `--explain` lists the nodes"
    )]
    NoNode {
        /// The node.
        node: String,
        /// The order.
        order: Order,
    },
    /// Buffers beyond [`MOST_LIVE_WORDS`].
    #[error(
        "the network needs {words} words at one time, and {MOST_LIVE_WORDS} are the most: use a smaller batch"
    )]
    Memory {
        /// Words of all buffers that are alive at one time.
        words: usize,
    },
}

fn lines(problems: &[UnsupportedNode]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

impl Plan {
    /// The plan of a graph for inputs of these shapes, with the engines and ops of a catalog.
    ///
    /// # Errors
    /// A graph without a meaning, shapes that do not fit, and every node that cannot be computed.
    pub fn new(
        graph: &Graph,
        catalog: &Catalog,
        shapes: &Shapes,
        orders: &Orders,
    ) -> Result<Self, PlanError> {
        build::plan(graph, catalog, shapes, orders)
    }

    /// A digest of the graph and of the order of additions of every node, the defaults written out.
    pub const fn digest(&self) -> blake3::Hash {
        self.digest
    }

    /// For every step, the buffers that no later step and no output reads.
    pub(crate) fn last_uses(&self) -> Vec<Vec<usize>> {
        let mut last: Vec<Option<usize>> = vec![None; self.slots.len()];
        for (k, step) in self.steps.iter().enumerate() {
            for slot in step.operands.iter().chain([&step.result]) {
                last[*slot] = Some(k);
            }
        }
        for port in &self.outputs {
            if let Storage::Slot(slot) = port.held {
                last[slot] = None;
            }
        }
        let mut uses = vec![vec![]; self.steps.len()];
        for (slot, step) in last.into_iter().enumerate() {
            if let (Some(step), false) =
                (step, matches!(self.slots[slot].source, Source::Constant(_)))
            {
                uses[step].push(slot);
            }
        }
        uses
    }

    /// The most words of all buffers that are alive at one time.
    pub fn live_words(&self) -> usize {
        let given = self.slots.iter();
        let given = given.filter(|slot| !matches!(slot.source, Source::Result));
        let mut live: usize = given.map(|slot| slot.words).sum();
        let mut most = live;
        for (step, dead) in self.steps.iter().zip(self.last_uses()) {
            live += self.slots[step.result].words;
            most = most.max(live);
            live -= dead
                .iter()
                .map(|slot| self.slots[*slot].words)
                .sum::<usize>();
        }
        most
    }
}
