//! Losses of classes by their numbers.

use super::norms::along;
use super::reduce::{SUM, folded};
use super::{Operator, places, row};
use crate::element::Element;
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};

pub(super) const ROWS: &[Operator] = &[
    row("NegativeLogLikelihoodLoss", |n| {
        let x = n.float_input(0)?;
        Ok(vec![loss(n, &x)?])
    }),
    row("SoftmaxCrossEntropyLoss", |n| {
        let x = n.float_input(0)?;
        if x.shape.len() < 2 {
            return Err(NodeFault::input(0, "has no dimension of classes"));
        }
        let logs = along(n, &x, 1, "engine::log_softmax")?;
        Ok(vec![loss(n, &logs)?, logs])
    }),
];

/// The logarithms of the numbered classes, negated, by their weights, and added up as the attribute says.
fn loss(n: &mut Lowering<'_, '_>, logs: &Value) -> Result<Value, NodeFault> {
    let target = n.typed(1, &[Element::I64, Element::I32])?;
    let &[images, classes, ref lens @ ..] = &logs.shape[..] else {
        return Err(NodeFault::input(0, "has no dimension of classes"));
    };
    let due = [&[images], lens].concat();
    if target.shape != due {
        return Err(NodeFault::input(
            1,
            format!("has the shape {:?}, and {due:?} is expected", target.shape),
        ));
    }
    let ignored = n.optional_int("ignore_index")?;
    let weights = match n.optional(2) {
        None => None,
        Some(_) => Some(n.typed(2, &[logs.element])?),
    };
    if weights.as_ref().is_some_and(|of| of.shape != [classes]) {
        return Err(NodeFault::input(2, format!("is not of {classes} numbers")));
    }
    let (numbers, counts) = numbers(n, &target, ignored)?;
    let at = places::from_start(n, (1, &numbers), classes)?;
    let width: usize = lens.iter().product();
    let all = (0..images).flat_map(|i| (0..width).map(move |k| i * classes * width + k));
    let all: Vec<usize> = all.collect();
    let base = places::table(n, &due, all)?;
    let place = places::moved(n, &at, width, &base)?;
    let picked = places::picked(n, logs, &place)?;
    // An ignored place counts nothing.
    let weight = match (&weights, &counts) {
        (None, None) => None,
        (None, Some(counts)) => Some(counts.clone()),
        (Some(weights), _) => {
            let own = places::picked(n, weights, &at)?;
            Some(match &counts {
                None => own,
                Some(counts) => {
                    let op = Formula::of::<2>("f32::mul");
                    n.formula(op, &[&own, counts], logs.element)?
                }
            })
        }
    };
    let mut f = Formula::default();
    let minus = f.call("f32::neg", [Term::Operand(0)]);
    let mut operands = vec![&picked];
    if let Some(weight) = &weight {
        f.call("f32::mul", [minus, Term::Operand(1)]);
        operands.push(weight);
    }
    let losses = n.formula(f, &operands, logs.element)?;
    reduced(n, &losses, weight.as_ref())
}

/// Numbers of classes, 0 where one is ignored, and what each counts.
fn numbers(
    n: &mut Lowering<'_, '_>,
    target: &Value,
    ignored: Option<i64>,
) -> Result<(Value, Option<Value>), NodeFault> {
    let target = match target.known() {
        None => target.clone(),
        Some(_) => super::convert::cast(n, target, Element::I32, true)?,
    };
    let Some(ignored) = ignored else {
        return Ok((target, None));
    };
    let Ok(word) = i32::try_from(ignored) else {
        return Ok((target, None));
    };
    let word = Term::Word(word as u32);
    let mut f = Formula::default();
    let is_ignored = f.call("u32::eq", [Term::Operand(0), word]);
    f.call(
        "bool::select",
        [is_ignored, Term::Word(0), Term::Operand(0)],
    );
    let numbers = n.formula(f, &[&target], Element::I32)?;
    let mut f = Formula::default();
    let is_ignored = f.call("u32::eq", [Term::Operand(0), word]);
    f.call(
        "bool::select",
        [is_ignored, Term::float(0.0), Term::float(1.0)],
    );
    let counts = n.formula(f, &[&target], Element::F32)?;
    Ok((numbers, Some(counts)))
}

fn reduced(
    n: &mut Lowering<'_, '_>,
    losses: &Value,
    weight: Option<&Value>,
) -> Result<Value, NodeFault> {
    let axes: Vec<usize> = (0..losses.shape.len()).collect();
    let mode = n.text("reduction", "mean")?;
    if mode == "none" {
        return Ok(losses.clone());
    }
    let sum = folded(n, losses, &axes, SUM, &[])?;
    match (mode, weight) {
        ("sum", _) => Ok(sum),
        ("mean", None) => super::reduce::divided(n, &sum, losses.len()),
        ("mean", Some(weight)) => {
            let all = folded(n, weight, &axes, SUM, &[])?;
            n.formula(Formula::of::<2>("f32::div"), &[&sum, &all], losses.element)
        }
        (other, _) => {
            let reason = format!("is `{other}`, and none, sum and mean are supported");
            Err(NodeFault::attribute("reduction", reason))
        }
    }
}
