//! Einstein's sums: operands are contracted one after another, each pair as products of matrices.

use super::product::multiplied;
use super::reduce::{SUM, folded};
use super::{Operator, Results, integers, row};
use crate::element::Element;
use crate::lowering::{FLOATS, Lowering, NodeFault, Value, steps};
use crate::steps::{Movement, Part, strides};
use crate::tensor::{Tensor, elements};
use std::collections::BTreeMap;

pub(super) const ROWS: &[Operator] = &[row("Einsum", einsum)];

/// An operand with a label for each dimension.
#[derive(Clone)]
struct Labelled {
    value: Value,
    labels: Vec<char>,
}

fn fault(reason: impl Into<String>) -> NodeFault {
    NodeFault::attribute("equation", reason)
}

/// The label of a dimension that dots stand for, counted from the last.
fn dot(k: usize) -> char {
    char::from(b'0' + k as u8)
}

/// The labels of a term; dots stand for this many dimensions.
fn labels(term: &str, dots: usize) -> Result<Vec<char>, NodeFault> {
    let mut all = vec![];
    for (k, part) in term.split("...").enumerate() {
        match k {
            0 => {}
            1 => all.extend((0..dots).rev().map(dot)),
            _ => return Err(fault("has dots twice in one term")),
        }
        if !part.chars().all(|c| c.is_ascii_alphabetic()) {
            return Err(fault(format!("has the term `{term}`")));
        }
        all.extend(part.chars());
    }
    Ok(all)
}

/// The operands and the labels of the result.
fn parsed(n: &Lowering<'_, '_>) -> Result<(Vec<Labelled>, Vec<char>), NodeFault> {
    let text: String = n.text("equation", "")?.split_whitespace().collect();
    let (left, right) = match text.split_once("->") {
        Some((left, right)) => (left, Some(right)),
        None => (&*text, None),
    };
    let terms: Vec<&str> = left.split(',').collect();
    if terms.len() != n.inputs() {
        return Err(fault(format!(
            "has {} terms for {} operands",
            terms.len(),
            n.inputs()
        )));
    }
    let first = n.typed(0, &[FLOATS[0], FLOATS[1], FLOATS[2], Element::F64])?;
    let (mut operands, mut most) = (vec![], 0);
    for (k, term) in terms.iter().enumerate() {
        let value = n.typed(k, &[first.element])?;
        let rank = value.shape.len();
        let own = term.chars().filter(|c| *c != '.').count();
        let dots = if term.contains("...") {
            rank.checked_sub(own)
        } else {
            Some(0)
        };
        let labels = labels(term, dots.ok_or_else(|| fault("has too many labels"))?)?;
        if labels.len() != rank {
            return Err(fault(format!(
                "has the term `{term}` for {rank} dimensions"
            )));
        }
        most = most.max(labels.len() - own);
        operands.push(Labelled { value, labels });
    }
    let result = match right {
        Some(right) => labels(right, if right.contains("...") { most } else { 0 })?,
        None => {
            let all = operands.iter().flat_map(|of| &of.labels);
            let mut counts: BTreeMap<char, usize> = BTreeMap::new();
            all.for_each(|label| *counts.entry(*label).or_default() += 1);
            let dots = (0..most).rev().map(dot);
            let once = counts
                .into_iter()
                .filter(|(c, count)| *count == 1 && !c.is_ascii_digit());
            dots.chain(once.map(|(c, _)| c)).collect()
        }
    };
    let known = |label: &char| operands.iter().any(|of| of.labels.contains(label));
    let mut sorted = result.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) || !result.iter().all(known) {
        return Err(fault(
            "has a result with a label twice, or one of no operand",
        ));
    }
    Ok((operands, result))
}

/// The lengths of labels; a dimension of dots may be 1.
fn lengths(operands: &[Labelled]) -> Result<BTreeMap<char, usize>, NodeFault> {
    let mut lens: BTreeMap<char, usize> = BTreeMap::new();
    for of in operands {
        for (label, len) in of.labels.iter().zip(&of.value.shape) {
            let known = lens.entry(*label).or_insert(*len);
            if *known == 1 {
                *known = *len;
            } else if *len != *known && *len != 1 {
                return Err(fault(format!(
                    "gives `{label}` the lengths {known} and {len}"
                )));
            }
        }
    }
    Ok(lens)
}

/// The operand with each label once: of two the diagonal; and with these labels in this order, new ones of length 1.
fn arranged(n: &mut Lowering<'_, '_>, of: &Labelled, order: &[char]) -> Result<Value, NodeFault> {
    let own = steps(&of.value.shape);
    let (mut shape, mut from) = (vec![], vec![]);
    for label in order {
        let places = (0..of.labels.len()).filter(|k| of.labels[*k] == *label);
        let places: Vec<usize> = places.collect();
        shape.push(places.first().map_or(1, |k| of.value.shape[*k]));
        from.push(places.iter().map(|k| own[*k]).sum());
    }
    if order == of.labels {
        return n.reshaped(&of.value, &shape);
    }
    let part = Part::whole(&shape, 0, from);
    n.moved(
        Movement::one(part),
        &[&of.value],
        (of.value.element, &shape),
    )
}

/// The operand without labels that nothing else has: they are added up.
fn reduced(n: &mut Lowering<'_, '_>, of: &Labelled, kept: &[char]) -> Result<Labelled, NodeFault> {
    let mut labels: Vec<char> = vec![];
    for label in of.labels.iter().filter(|label| kept.contains(label)) {
        if !labels.contains(label) {
            labels.push(*label);
        }
    }
    let count = labels.len();
    let mut order = labels.clone();
    for label in of.labels.iter().filter(|label| !kept.contains(label)) {
        if !order.contains(label) {
            order.push(*label);
        }
    }
    let value = arranged(n, of, &order)?;
    let axes: Vec<usize> = (count..order.len()).collect();
    let value = if axes.is_empty() {
        value
    } else {
        let shape = value.shape[..count].to_vec();
        folded(n, &value, &axes, SUM, &shape)?
    };
    Ok(Labelled { value, labels })
}

/// The product of two operands, added up along the labels that both have and nothing else.
fn contracted(
    n: &mut Lowering<'_, '_>,
    [a, b]: [&Labelled; 2],
    kept: &[char],
) -> Result<Labelled, NodeFault> {
    let all = |of: &Labelled, other: &Labelled| {
        let all = kept.iter().copied().chain(other.labels.iter().copied());
        all.collect::<Vec<_>>()
            .into_iter()
            .filter(|c| of.labels.contains(c))
            .collect::<Vec<_>>()
    };
    let (of_a, of_b) = (all(a, b), all(b, a));
    let (a, b) = (reduced(n, a, &of_a)?, reduced(n, b, &of_b)?);
    let is_both = |label: &&char| a.labels.contains(label) && b.labels.contains(label);
    let batch: Vec<char> = kept.iter().filter(is_both).copied().collect();
    let inner = a
        .labels
        .iter()
        .filter(|c| b.labels.contains(c) && !kept.contains(c));
    let inner: Vec<char> = inner.copied().collect();
    let only = |of: &Labelled, other: &Labelled| {
        let own = of.labels.iter().filter(|c| !other.labels.contains(c));
        own.copied().collect::<Vec<char>>()
    };
    let (rows, columns) = (only(&a, &b), only(&b, &a));
    let left = arranged(n, &a, &[&batch[..], &rows, &inner].concat())?;
    let right = arranged(n, &b, &[&batch[..], &inner, &columns].concat())?;
    let split = |value: &Value, first: usize, second: usize| {
        let [x, y, z] = [
            &value.shape[..batch.len()],
            &value.shape[batch.len()..batch.len() + first],
            &value.shape[batch.len() + first..][..second],
        ];
        let sides = [y.iter().product::<usize>(), z.iter().product()];
        ([x, &sides[..]].concat(), y.to_vec(), z.to_vec())
    };
    let (shape_a, over_rows, _) = split(&left, rows.len(), inner.len());
    let (shape_b, _, over_columns) = split(&right, inner.len(), columns.len());
    let (left, right) = (n.reshaped(&left, &shape_a)?, n.reshaped(&right, &shape_b)?);
    let product = multiplied(n, [left, right])?;
    let shape = [&product.shape[..batch.len()], &over_rows, &over_columns].concat();
    Ok(Labelled {
        value: n.reshaped(&product, &shape)?,
        labels: [batch, rows, columns].concat(),
    })
}

fn einsum(n: &mut Lowering<'_, '_>) -> Results {
    let (operands, result) = parsed(n)?;
    let lens = lengths(&operands)?;
    if operands[0].value.element == Element::F64 {
        return Ok(vec![on_host(n, &operands, &result, &lens)?]);
    }
    let mut of = operands[0].clone();
    if operands.len() == 1 {
        of = reduced(n, &of, &result)?;
    }
    for (k, next) in operands.iter().enumerate().skip(1) {
        let later = operands[k + 1..]
            .iter()
            .flat_map(|of| of.labels.iter().copied());
        let kept: Vec<char> = result.iter().copied().chain(later).collect();
        let mut once: Vec<char> = vec![];
        for label in kept {
            if !once.contains(&label) {
                once.push(label);
            }
        }
        of = contracted(n, [&of, next], &once)?;
    }
    Ok(vec![arranged(n, &of, &result)?])
}

/// The sum over all labels of constants, on the host.
fn on_host(
    n: &mut Lowering<'_, '_>,
    operands: &[Labelled],
    result: &[char],
    lens: &BTreeMap<char, usize>,
) -> Result<Value, NodeFault> {
    let mut order = result.to_vec();
    order.extend(lens.keys().filter(|label| !result.contains(label)));
    let whole: Vec<usize> = order.iter().map(|label| lens[label]).collect();
    let len = elements(&whole).map_err(integers::fault)?;
    let mut product = vec![1.0; len];
    for of in operands {
        let value = arranged(n, of, &order)?;
        let ([value], _) = integers::known(n, [&value])?;
        let value = n.broadcast(&value, &whole)?;
        for (product, x) in product.iter_mut().zip(integers::doubles(&value)) {
            *product *= x;
        }
    }
    let shape = &whole[..result.len()];
    let inner = strides(&whole)
        .get(result.len().wrapping_sub(1))
        .copied()
        .unwrap_or(len);
    let sums = product.chunks(inner.max(1)).map(|of| of.iter().sum());
    let sums: Vec<f64> = sums.collect();
    n.constant(Tensor::doubles(shape, &sums).map_err(integers::fault)?)
}
