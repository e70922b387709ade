//! Nodes in their order, each lowered by its operator, and the tensors that they may read.

use super::{PlannedNode, control};
use crate::graph::Node;
use crate::lowering::{Builder, Lowering, NodeFault, Storage, UnsupportedNode, Value};
use crate::operators;
use crate::order::Orders;
use std::collections::BTreeMap;
use vyre_conform_runtime::catalog::Catalog;

/// The most nodes of a plan, each round of a loop with its own.
pub(super) const MOST_NODES: usize = 1 << 18;

/// Tensors by name; none where the node that gives it has a problem.
pub(super) type Values = BTreeMap<String, Option<Value>>;

/// The tensors that a graph may read: its own, and those around it.
#[derive(Default)]
pub(super) struct Scope<'s> {
    pub(super) values: Values,
    pub(super) around: Option<&'s Scope<'s>>,
}

impl Scope<'_> {
    /// The tensor of a name; none where it is absent.
    pub(super) fn get(&self, name: &str) -> Option<&Option<Value>> {
        let own = self.values.get(name);
        own.or_else(|| self.around.and_then(|around| around.get(name)))
    }

    /// The results of a graph; none where a node has a problem.
    pub(super) fn results(&self, names: &[String]) -> Option<Vec<Value>> {
        let all = names.iter().map(|name| self.get(name)?.clone());
        all.collect()
    }
}

/// The results of a node; none where a node before it has a problem.
pub(super) type Lowered = Result<Option<Vec<Value>>, NodeFault>;

/// Nodes being planned.
pub(super) struct Planner<'a> {
    pub(super) opset: i64,
    orders: &'a Orders,
    pub(super) out: Builder<'a>,
    pub(super) planned: Vec<PlannedNode>,
    pub(super) problems: Vec<UnsupportedNode>,
    /// Subgraphs that were planned, each round of a loop one.
    pub(super) rounds: usize,
}

impl<'a> Planner<'a> {
    pub(super) fn new(opset: i64, orders: &'a Orders, catalog: &'a Catalog) -> Self {
        Self {
            opset,
            orders,
            out: Builder::new(catalog),
            planned: vec![],
            problems: vec![],
            rounds: 0,
        }
    }

    /// Plans the nodes of a graph in this order, with `path` as the prefix of their names.
    pub(super) fn nodes(
        &mut self,
        nodes: &[Node],
        sorted: &[usize],
        path: &str,
        scope: &mut Scope<'_>,
    ) {
        for k in sorted {
            let node = &nodes[*k];
            let name = format!("{path}{}", node.name);
            let results = match self.node(node, &name, scope) {
                Ok(results) => results.unwrap_or_default(),
                Err(reason) => {
                    self.problems.push(UnsupportedNode {
                        node: name,
                        operator: node.operator.clone(),
                        reason,
                    });
                    vec![]
                }
            };
            let results = results.into_iter().map(Some).chain(std::iter::repeat(None));
            for (name, value) in node.outputs.iter().zip(results) {
                scope.values.insert(name.clone(), value);
            }
            scope.values.remove("");
        }
    }

    fn node(&mut self, node: &Node, name: &str, scope: &Scope<'_>) -> Lowered {
        if self.planned.len() >= MOST_NODES {
            return Err(NodeFault::node(format!(
                "the network has more than {MOST_NODES} nodes with the rounds of its loops: use fewer rounds"
            )));
        }
        let lower = control::find(&node.operator);
        // An unknown operator is a problem of its own, whatever it depends on.
        let operator = match lower {
            Some(_) => None,
            None => Some(operators::find(&node.operator, self.opset)?),
        };
        let mut inputs = vec![];
        for name in &node.inputs {
            match scope.get(name) {
                None => inputs.push(None),
                Some(Some(value)) => inputs.push(Some(value.clone())),
                // A node before has no result, and a problem of its own.
                Some(None) => return Ok(None),
            }
        }
        let (results, order) = match (lower, operator) {
            (Some(lower), _) => {
                let results = lower(self, (node, name), &inputs, scope)?;
                let Some(results) = results else {
                    return Ok(None);
                };
                (results, None)
            }
            (None, None) => return Ok(None),
            (None, Some(operator)) => {
                self.out.node = self.planned.len();
                let declared = self.orders.get(name).copied();
                let mut lowering = Lowering::new(node, self.opset, inputs, declared, &mut self.out);
                let results = (operator.lower)(&mut lowering)?;
                (results, lowering.finish()?)
            }
        };
        self.planned.push(planned(node, name, order, &results)?);
        Ok(Some(results))
    }

    /// The result of an operator for the node that is planned.
    pub(super) fn call(&mut self, node: &Node, inputs: &[&Value]) -> Result<Value, NodeFault> {
        let operator = operators::find(&node.operator, self.opset)?;
        self.out.node = self.planned.len();
        let inputs = inputs.iter().map(|value| Some((*value).clone())).collect();
        let mut lowering = Lowering::new(node, self.opset, inputs, None, &mut self.out);
        let results = (operator.lower)(&mut lowering)?;
        let first = results.into_iter().next();
        first.ok_or_else(|| NodeFault::node(format!("`{}` has no result", node.operator)))
    }
}

/// The node of a plan, with the buffers of its results.
fn planned(
    node: &Node,
    name: &str,
    order: Option<crate::order::Order>,
    results: &[Value],
) -> Result<PlannedNode, NodeFault> {
    let wanted = node.outputs.iter().rposition(|name| !name.is_empty());
    if wanted.map_or(0, |last| last + 1) > results.len() {
        return Err(NodeFault::node(format!(
            "gives {} of its {} results: leave out the others",
            results.len(),
            node.outputs.len()
        )));
    }
    let names = node.outputs.iter().zip(results);
    let names = names.filter(|(name, _)| !name.is_empty());
    let results = names.map(|(name, value)| match value.storage {
        Storage::Slot(slot) => (name.clone(), Some(slot)),
        Storage::Constant(_) => (name.clone(), None),
    });
    Ok(PlannedNode {
        name: name.to_owned(),
        operator: node.operator.clone(),
        order,
        results: results.collect(),
    })
}
