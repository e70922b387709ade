//! Control flow: the branch of `If` that runs, and the unrolled iterations of `Loop` and `Scan`.
//!
//! The host decides conditions and numbers of rounds when it plans. Where the condition of `If` is computed from the
//! inputs, both branches run and each element of the result is that of the branch.

use super::scan::scanned;
use super::scope::{Lowered, MOST_NODES, Planner, Scope};
use crate::element::Element;
use crate::graph::{Attribute, Node, Subgraph};
use crate::lowering::{NodeFault, Value};
use crate::operators::CONTROL;
use crate::tensor::Tensor;
use std::collections::BTreeMap;
use std::sync::Arc;

type Lower = fn(&mut Planner<'_>, (&Node, &str), &[Option<Value>], &Scope<'_>) -> Lowered;

/// The most rounds of a loop.
const MOST_ROUNDS: i64 = 1 << 12;

/// The function that plans an operator with subgraphs.
pub(super) fn find(operator: &str) -> Option<Lower> {
    let functions: [Lower; 3] = [branch, repeated, scanned];
    let place = CONTROL.iter().position(|name| *name == operator)?;
    Some(functions[place])
}

/// The subgraph in an attribute.
pub(super) fn body<'n>(node: &'n Node, name: &str) -> Result<&'n Subgraph, NodeFault> {
    match node.attributes.get(name) {
        Some(Attribute::Graph(body)) => Ok(body),
        Some(_) => Err(NodeFault::attribute(name, "is not a graph")),
        None => Err(NodeFault::attribute(
            name,
            "is absent, and the operator needs it",
        )),
    }
}

/// Refuses attributes that the operator does not have.
pub(super) fn check_attributes(node: &Node, names: &[&str]) -> Result<(), NodeFault> {
    let mut others = node.attributes.keys();
    match others.find(|name| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(NodeFault::attribute(
            name,
            "is not one of this operator: remove it",
        )),
    }
}

/// The integer or truth of an operand that the host knows.
fn number(inputs: &[Option<Value>], k: usize) -> Result<Option<i64>, NodeFault> {
    let Some(value) = inputs.get(k).and_then(Option::as_ref) else {
        return Ok(None);
    };
    let tensor = value.known().ok_or_else(|| {
        NodeFault::input(
            k,
            "is computed from the inputs: make the input that it comes from a constant",
        )
    })?;
    match tensor.to_longs()[..] {
        [number] if !value.element.is_float() => Ok(Some(number)),
        _ => Err(NodeFault::input(k, "is not one integer or truth")),
    }
}

/// The operands from a place on, all of which are needed.
pub(super) fn operands(inputs: &[Option<Value>], from: usize) -> Result<Vec<Value>, NodeFault> {
    let all = inputs.iter().enumerate().skip(from);
    let all = all.map(|(k, value)| {
        let value = value.clone();
        value.ok_or_else(|| NodeFault::input(k, "is absent, and the operator needs it"))
    });
    all.collect()
}

impl Planner<'_> {
    /// The results of a subgraph for these inputs.
    pub(super) fn inside(
        &mut self,
        body: &Subgraph,
        path: &str,
        inputs: Vec<Value>,
        around: &Scope<'_>,
    ) -> Lowered {
        self.rounds += 1;
        if self.rounds > MOST_NODES {
            return Err(NodeFault::node(format!(
                "the network has more than {MOST_NODES} rounds of loops: use fewer"
            )));
        }
        let (expected, given) = (body.inputs.len(), inputs.len());
        if expected != given {
            return Err(NodeFault::node(format!(
                "its graph has {expected} inputs, and the operator gives {given}"
            )));
        }
        let sorted = body
            .sorted()
            .map_err(|error| NodeFault::node(error.to_string()))?;
        let mut scope = Scope {
            values: BTreeMap::new(),
            around: Some(around),
        };
        let weights = body.weights.iter();
        scope.values.extend(
            weights.map(|(name, of)| (name.clone(), Some(Value::constant(Arc::clone(of))))),
        );
        let inputs = body
            .inputs
            .iter()
            .cloned()
            .zip(inputs.into_iter().map(Some));
        scope.values.extend(inputs);
        self.nodes(&body.nodes, &sorted, path, &mut scope);
        Ok(scope.results(&body.outputs))
    }

    /// The rounds of a result along an axis.
    pub(super) fn joined(&mut self, rounds: &[Value], axis: i64) -> Result<Value, NodeFault> {
        let Some(first) = rounds.first() else {
            return Err(NodeFault::node(
                "makes no rounds, and the shape of what they would give is not known: remove the node",
            ));
        };
        let rank = first.shape.len() as i64 + 1;
        let axis = if axis < 0 { axis + rank } else { axis };
        let axes = Tensor::longs(&[1], &[axis]);
        let axes = Value::constant(Arc::new(axes.map_err(|e| NodeFault::node(e.to_string()))?));
        let mut lines = vec![];
        for round in rounds {
            let node = operator(
                "Unsqueeze",
                ("axes", Attribute::Ints(vec![axis])),
                self.opset < 13,
            );
            let operands = [round, &axes];
            let count = if self.opset < 13 { 1 } else { 2 };
            lines.push(self.call(&node, &operands[..count])?);
        }
        let node = operator("Concat", ("axis", Attribute::Int(axis)), true);
        self.call(&node, &lines.iter().collect::<Vec<_>>())
    }
}

/// A node of an operator with an attribute that it may have.
pub(super) fn operator(name: &str, (attribute, value): (&str, Attribute), has_it: bool) -> Node {
    let attributes = has_it.then(|| (attribute.to_owned(), value));
    Node {
        name: name.to_owned(),
        operator: name.to_owned(),
        inputs: vec![],
        outputs: vec![String::new()],
        attributes: attributes.into_iter().collect(),
    }
}

/// `If`.
fn branch(
    planner: &mut Planner<'_>,
    (node, name): (&Node, &str),
    inputs: &[Option<Value>],
    scope: &Scope<'_>,
) -> Lowered {
    let names = ["then_branch", "else_branch"];
    check_attributes(node, &names)?;
    let branches = [body(node, names[0])?, body(node, names[1])?];
    let Some(Some(condition)) = inputs.first() else {
        return Err(NodeFault::input(0, "is absent, and the operator needs it"));
    };
    if condition.known().is_some() {
        let place = usize::from(number(inputs, 0)? == Some(0));
        return planner.inside(branches[place], &format!("{name}/"), vec![], scope);
    }
    let mut both = vec![];
    for (body, branch) in branches.into_iter().zip(["then", "else"]) {
        let before = planner.problems.len();
        let results = planner.inside(body, &format!("{name}/{branch}/"), vec![], scope)?;
        if let Some(problem) = planner.problems.get(before) {
            let reason = format!(
                "is computed from the inputs, so that both branches run, and one cannot: {problem}. Make the input \
                 that the condition comes from a constant"
            );
            planner.problems.truncate(before);
            return Err(NodeFault::input(0, reason));
        }
        let Some(results) = results else {
            return Ok(None);
        };
        both.push(results);
    }
    selected(planner, condition, &both[0], &both[1])
}

/// The results of both branches, each element by the condition.
fn selected(planner: &mut Planner<'_>, condition: &Value, yes: &[Value], no: &[Value]) -> Lowered {
    if condition.len() != 1 {
        return Err(NodeFault::input(0, "is not one truth"));
    }
    let select = operator("Where", ("", Attribute::Int(0)), false);
    let mut results = vec![];
    for (k, (yes, no)) in yes.iter().zip(no).enumerate() {
        if (yes.element, &yes.shape) != (no.element, &no.shape) {
            return Err(NodeFault::input(
                0,
                format!(
                    "is computed from the inputs, and result {k} is {} {} on one branch and {} {} on the other: \
                     make the input that the condition comes from a constant",
                    yes.element,
                    dimensions(&yes.shape),
                    no.element,
                    dimensions(&no.shape)
                ),
            ));
        }
        let condition = Value {
            shape: vec![],
            ..condition.clone()
        };
        results.push(planner.call(&select, &[&condition, yes, no])?);
    }
    Ok(Some(results))
}

/// The number of a round and the truth, the first operands of the body of `Loop`.
fn round_and_truth(round: i64) -> Result<Vec<Value>, NodeFault> {
    let tensors = [
        Tensor::longs(&[], &[round]),
        Tensor::wides(Element::Bool, &[], [1]),
    ];
    let constants = tensors.into_iter().map(|tensor| {
        let tensor = tensor.map_err(|error| NodeFault::node(error.to_string()))?;
        Ok(Value::constant(Arc::new(tensor)))
    });
    constants.collect()
}

/// `Loop`.
fn repeated(
    planner: &mut Planner<'_>,
    (node, name): (&Node, &str),
    inputs: &[Option<Value>],
    scope: &Scope<'_>,
) -> Lowered {
    check_attributes(node, &["body"])?;
    let body = body(node, "body")?;
    let rounds = number(inputs, 0)?.unwrap_or(i64::MAX);
    let mut goes_on = number(inputs, 1)? != Some(0);
    let mut carried = operands(inputs, 2)?;
    let count = carried.len();
    if body.outputs.len() <= count {
        return Err(NodeFault::attribute(
            "body",
            format!("does not have the {count} results of a round"),
        ));
    }
    if rounds > MOST_ROUNDS && rounds != i64::MAX {
        let reason = format!("is {rounds}, and {MOST_ROUNDS} rounds are the most: use fewer");
        return Err(NodeFault::input(0, reason));
    }
    let mut scans: Vec<Vec<Value>> = vec![vec![]; body.outputs.len() - 1 - count];
    let mut round = 0;
    while goes_on && round < rounds {
        if round == MOST_ROUNDS {
            return Err(NodeFault::node(format!(
                "has more than {MOST_ROUNDS} rounds: use fewer"
            )));
        }
        let mut operands = round_and_truth(round)?;
        operands.extend(carried);
        let results = planner.inside(body, &format!("{name}[{round}]/"), operands, scope)?;
        let Some(mut results) = results else {
            return Ok(None);
        };
        let own = results.split_off(1 + count);
        scans
            .iter_mut()
            .zip(own)
            .for_each(|(scan, value)| scan.push(value));
        carried = results.split_off(1);
        let condition = number(&[results.pop()], 0).map_err(|_| {
            NodeFault::attribute(
                "body",
                "computes from the inputs whether there is another round: make the number of rounds a constant",
            )
        })?;
        goes_on = condition != Some(0);
        round += 1;
    }
    let mut results = carried;
    for scan in &scans {
        results.push(planner.joined(scan, 0)?);
    }
    Ok(Some(results))
}

/// A shape in brackets.
fn dimensions(shape: &[usize]) -> String {
    let lengths: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("[{}]", lengths.join(", "))
}
