//! Planning: nodes in their order, each lowered by its operator.

use super::scope::{Planner, Scope, Values};
use super::{MOST_LIVE_WORDS, Plan, PlanError, PlannedNode, Port, Shapes};
use crate::graph::{Dimension, Graph, InputDecl};
use crate::lowering::{Builder, Source, Storage, UnsupportedNode, Value};
use crate::order::Orders;
use crate::tensor::elements;
use std::collections::BTreeMap;
use std::sync::Arc;
use vyre_conform_runtime::catalog::Catalog;

/// The shape of an input as it is given, checked against its declaration and the lengths that other inputs gave names.
fn shape_of(
    input: &InputDecl,
    shapes: &Shapes,
    known: &mut BTreeMap<String, usize>,
) -> Result<Vec<usize>, String> {
    let fixed = || {
        let all = input
            .shape
            .as_ref()?
            .iter()
            .map(|dimension| match dimension {
                Dimension::Fixed(len) => Some(*len),
                Dimension::Dynamic(name) => known.get(name).copied(),
            });
        all.collect::<Option<Vec<usize>>>()
    };
    let Some(shape) = shapes.get(&input.name).cloned().or_else(fixed) else {
        return Err("its shape is dynamic, and no tensor is given for it: give one".to_owned());
    };
    elements(&shape).map_err(|error| error.to_string())?;
    let Some(declared) = &input.shape else {
        return Ok(shape);
    };
    if declared.len() != shape.len() {
        let (due, found) = (declared.len(), shape.len());
        return Err(format!(
            "has {found} dimensions, and the graph declares {due}: reshape it"
        ));
    }
    for (k, (dimension, len)) in declared.iter().zip(&shape).enumerate() {
        let due = match dimension {
            Dimension::Fixed(due) => *due,
            Dimension::Dynamic(name) if name.is_empty() => *len,
            Dimension::Dynamic(name) => *known.entry(name.clone()).or_insert(*len),
        };
        if due != *len {
            return Err(format!(
                "dimension {k} has the length {len}, and {due} is expected"
            ));
        }
    }
    Ok(shape)
}

/// The inputs as values, and as ports of the plan.
fn inputs(graph: &Graph, shapes: &Shapes, out: &mut Builder<'_>) -> Result<Vec<Port>, PlanError> {
    for name in shapes.keys() {
        if !graph.inputs.iter().any(|input| input.name == *name) {
            let names: Vec<&str> = graph.inputs.iter().map(|input| &*input.name).collect();
            return Err(PlanError::Input {
                name: name.clone(),
                reason: format!("the graph has no such input; it has {}", names.join(", ")),
            });
        }
    }
    let mut known = BTreeMap::new();
    let mut ports = vec![];
    for (k, input) in graph.inputs.iter().enumerate() {
        let shape = shape_of(input, shapes, &mut known);
        let shape = shape.map_err(|reason| PlanError::Input {
            name: input.name.clone(),
            reason,
        })?;
        let slot = out.slot(shape.iter().product(), Source::Input(k));
        ports.push(Port {
            name: input.name.clone(),
            element: input.element,
            shape,
            held: Storage::Slot(slot),
        });
    }
    Ok(ports)
}

/// As [`Plan::new`].
pub(super) fn plan(
    graph: &Graph,
    catalog: &Catalog,
    shapes: &Shapes,
    orders: &Orders,
) -> Result<Plan, PlanError> {
    let sorted = graph.sorted()?;
    let mut planner = Planner::new(graph.opset, orders, catalog);
    let inputs = inputs(graph, shapes, &mut planner.out)?;
    let weights = graph.weights.iter();
    let weights = weights.map(|(name, of)| (name.clone(), Some(Value::constant(Arc::clone(of)))));
    let mut scope = Scope::default();
    scope.values.extend(weights);
    scope.values.extend(inputs.iter().map(|port| {
        let value = Value {
            element: port.element,
            shape: port.shape.clone(),
            storage: port.held.clone(),
        };
        (port.name.clone(), Some(value))
    }));
    // An empty name is that of an absent operand, whatever has it.
    scope.values.remove("");
    planner.nodes(&graph.nodes, &sorted, "", &mut scope);
    if !planner.problems.is_empty() {
        return Err(PlanError::Nodes(planner.problems));
    }
    let is_planned = |name: &str| planner.planned.iter().any(|node| node.name == name);
    if let Some((node, order)) = orders.iter().find(|(name, _)| !is_planned(name)) {
        let (node, order) = (node.clone(), *order);
        return Err(PlanError::NoNode { node, order });
    }
    finished(graph, planner.out, (inputs, planner.planned), &scope.values)
}

fn finished(
    graph: &Graph,
    out: Builder<'_>,
    (inputs, nodes): (Vec<Port>, Vec<PlannedNode>),
    values: &Values,
) -> Result<Plan, PlanError> {
    let outputs = graph.outputs.iter().filter_map(|name| {
        let value = values.get(name)?.clone()?;
        Some(Port {
            name: name.clone(),
            element: value.element,
            shape: value.shape,
            held: value.storage,
        })
    });
    let mut hasher = blake3::Hasher::new();
    hasher.update(graph.digest().as_bytes());
    for node in &nodes {
        if let Some(order) = node.order {
            let line = format!("{}\0{order}\n", node.name);
            hasher.update(line.as_bytes());
        }
    }
    let plan = Plan {
        outputs: outputs.collect(),
        slots: out.slots,
        steps: out.steps,
        nodes,
        inputs,
        digest: hasher.finalize(),
    };
    let words = plan.live_words();
    if words > MOST_LIVE_WORDS {
        return Err(PlanError::Memory { words });
    }
    Ok(plan)
}

/// The nodes of a graph that cannot be computed. A dynamic dimension without a shape is taken to have one element.
///
/// # Errors
/// As [`Plan::new`], but for the nodes.
pub fn explain(
    graph: &Graph,
    catalog: &Catalog,
    shapes: &Shapes,
    orders: &Orders,
) -> Result<Vec<UnsupportedNode>, PlanError> {
    let mut shapes = shapes.clone();
    for input in &graph.inputs {
        let dims = input
            .shape
            .iter()
            .flatten()
            .map(|dimension| match dimension {
                Dimension::Fixed(len) => *len,
                Dimension::Dynamic(_) => 1,
            });
        shapes
            .entry(input.name.clone())
            .or_insert_with(|| dims.collect());
    }
    match plan(graph, catalog, &shapes, orders) {
        Ok(_) => Ok(vec![]),
        Err(PlanError::Nodes(problems)) => Ok(problems),
        Err(error) => Err(error),
    }
}
