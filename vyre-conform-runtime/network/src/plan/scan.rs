//! `Scan`: rounds over the lines of tensors.

use super::control::{body, check_attributes, operands, operator};
use super::scope::{Lowered, Planner, Scope};
use crate::graph::{Attribute, Node, Subgraph};
use crate::lowering::{NodeFault, Value};
use crate::tensor::Tensor;
use std::sync::Arc;

/// The integers of an attribute of `Scan`, one for each of its tensors.
fn each(node: &Node, name: &str, count: usize) -> Result<Vec<i64>, NodeFault> {
    match node.attributes.get(name) {
        None => Ok(vec![0; count]),
        Some(Attribute::Ints(all)) if all.len() == count => Ok(all.clone()),
        Some(_) => Err(NodeFault::attribute(
            name,
            format!("is not a list of {count} integers"),
        )),
    }
}

/// The number of rounds: the length of every tensor along its axis.
fn rounds(scans: &[Value], axes: &[i64]) -> Result<usize, NodeFault> {
    let mut rounds = None;
    for (value, axis) in scans.iter().zip(axes) {
        let rank = value.shape.len() as i64;
        let place = usize::try_from(if *axis < 0 { axis + rank } else { *axis });
        let len = place.ok().and_then(|place| value.shape.get(place).copied());
        let is_equal = rounds.is_none_or(|rounds| len == Some(rounds));
        match len {
            Some(len) if is_equal => rounds = Some(len),
            _ => {
                let reason = format!("has {axis}, along which the operands have no common length");
                return Err(NodeFault::attribute("scan_input_axes", reason));
            }
        }
    }
    Ok(rounds.unwrap_or(0))
}

/// The number of operands with a line for each round.
fn scan_inputs(node: &Node, operands: usize, body: &Subgraph) -> Result<usize, NodeFault> {
    let count = match node.attributes.get("num_scan_inputs") {
        Some(Attribute::Int(count)) => usize::try_from(*count).unwrap_or(0),
        _ => 0,
    };
    if (1..=operands).contains(&count) && body.outputs.len() >= operands - count {
        return Ok(count);
    }
    let reason = format!("does not fit {operands} operands and the graph's results");
    Err(NodeFault::attribute("num_scan_inputs", reason))
}

/// The line of a tensor for a round.
fn line(
    planner: &mut Planner<'_>,
    value: &Value,
    axis: i64,
    place: usize,
) -> Result<Value, NodeFault> {
    let place = Tensor::longs(&[], &[place as i64]);
    let place = place.map_err(|error| NodeFault::node(error.to_string()))?;
    let gather = operator("Gather", ("axis", Attribute::Int(axis)), true);
    planner.call(&gather, &[value, &Value::constant(Arc::new(place))])
}

/// `Scan`, from set 9 of the operators on.
pub(super) fn scanned(
    planner: &mut Planner<'_>,
    (node, name): (&Node, &str),
    inputs: &[Option<Value>],
    scope: &Scope<'_>,
) -> Lowered {
    let inward = ["scan_input_axes", "scan_input_directions"];
    let outward = ["scan_output_axes", "scan_output_directions"];
    check_attributes(
        node,
        &[&["body", "num_scan_inputs"][..], &inward[..], &outward[..]].concat(),
    )?;
    if planner.opset < 9 {
        return Err(NodeFault::node(
            "is another operator before set 9: convert the model",
        ));
    }
    let body = body(node, "body")?;
    let mut carried = operands(inputs, 0)?;
    let count = scan_inputs(node, carried.len(), body)?;
    let scans = carried.split_off(carried.len() - count);
    let (axes, turned) = (each(node, inward[0], count)?, each(node, inward[1], count)?);
    let rounds = rounds(&scans, &axes)?;
    let results = body.outputs.len() - carried.len();
    let mut lines: Vec<Vec<Value>> = vec![vec![]; results];
    for round in 0..rounds {
        let mut given = carried;
        for ((value, axis), turned) in scans.iter().zip(&axes).zip(&turned) {
            let place = if *turned == 0 {
                round
            } else {
                rounds - 1 - round
            };
            given.push(line(planner, value, *axis, place)?);
        }
        let results = planner.inside(body, &format!("{name}[{round}]/"), given, scope)?;
        let Some(mut results) = results else {
            return Ok(None);
        };
        let own = results.split_off(results.len() - lines.len());
        lines
            .iter_mut()
            .zip(own)
            .for_each(|(line, value)| line.push(value));
        carried = results;
    }
    let (axes, turned) = (
        each(node, outward[0], results)?,
        each(node, outward[1], results)?,
    );
    for ((line, axis), turned) in lines.iter_mut().zip(&axes).zip(&turned) {
        if *turned != 0 {
            line.reverse();
        }
        carried.push(planner.joined(line, *axis)?);
    }
    Ok(Some(carried))
}
