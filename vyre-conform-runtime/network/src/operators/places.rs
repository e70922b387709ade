//! Places of elements: numbers along an axis as places in a buffer, and elements by such places.

use super::elementwise::INTEGERS;
use super::integers;
use crate::element::Element;
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term, strides};
use crate::tensor::Tensor;

/// An operand of places: integers.
pub(super) fn operand(n: &Lowering<'_, '_>, k: usize) -> Result<Value, NodeFault> {
    n.typed(k, &INTEGERS)
}

/// A constant of integers of 32 bits.
pub(super) fn table(
    n: &mut Lowering<'_, '_>,
    shape: &[usize],
    of: impl IntoIterator<Item = usize>,
) -> Result<Value, NodeFault> {
    let words = of.into_iter().map(|x| x as u32).collect();
    n.constant(Tensor::new(Element::I32, shape, words).map_err(integers::fault)?)
}

/// Numbers from either end along an axis as places, of int32. A constant one outside is refused at once; others are
/// checked when the network runs.
pub(super) fn from_start(
    n: &mut Lowering<'_, '_>,
    (k, value): (usize, &Value),
    len: usize,
) -> Result<Value, NodeFault> {
    if let Some(tensor) = value.known() {
        let wide = len as i64;
        let places = tensor.to_longs().into_iter();
        let places = places.map(|at| if at < 0 { at.saturating_add(wide) } else { at });
        let places: Vec<i64> = places.collect();
        if let Some(at) = places.iter().find(|at| !(0..wide).contains(*at)) {
            return Err(NodeFault::input(
                k,
                format!("has the number {at}, and there are {len} rows"),
            ));
        }
        return table(n, &value.shape, places.into_iter().map(|at| at as usize));
    }
    let mut f = Formula::default();
    let at = Term::Operand(0);
    let from_end = f.call("i32::add", [at, Term::Word(len as u32)]);
    let is_negative = f.call("i32::slt", [at, Term::Word(0)]);
    f.call("bool::select", [is_negative, from_end, at]);
    n.formula(f, &[value], Element::I32)
}

/// `place * step + base`, of int32.
pub(super) fn moved(
    n: &mut Lowering<'_, '_>,
    places: &Value,
    step: usize,
    base: &Value,
) -> Result<Value, NodeFault> {
    let mut f = Formula::default();
    let scaled = f.call("i32::mul", [Term::Operand(0), Term::Word(step as u32)]);
    f.call("i32::add", [scaled, Term::Operand(1)]);
    n.formula(f, &[places, base], Element::I32)
}

/// Elements of a value by their places in its buffer.
pub(super) fn picked(
    n: &mut Lowering<'_, '_>,
    value: &Value,
    places: &Value,
) -> Result<Value, NodeFault> {
    let shape = places.shape.clone();
    let (count, rows) = (places.len(), value.len());
    if let (Some(of), Some(at), 2) = (value.known(), places.known(), value.element.words()) {
        let words = at.words().iter().flat_map(|at| {
            let at = 2 * *at as usize;
            [of.words()[at], of.words()[at + 1]]
        });
        let tensor = Tensor::new(value.element, &shape, words.collect());
        return n.constant(tensor.map_err(integers::fault)?);
    }
    let rows = n.gathered([count, rows, 1], places, value)?;
    n.reshaped(&rows, &shape)
}

/// For every element of a shape the place where its line along an axis begins in a buffer of another shape.
pub(super) fn bases(
    n: &mut Lowering<'_, '_>,
    shape: &[usize],
    of: &[usize],
    axis: usize,
) -> Result<Value, NodeFault> {
    let steps = strides(of);
    let own = strides(shape);
    let len = shape.iter().product();
    let all = (0..len).map(|at: usize| {
        let coordinates = (0..shape.len()).filter(|k| *k != axis);
        coordinates
            .map(|k| at / own[k] % shape[k].max(1) * steps[k])
            .sum()
    });
    let all: Vec<usize> = all.collect();
    table(n, shape, all)
}

/// Tuples of numbers along the first axes of a shape, as places of what is behind them.
pub(super) fn tuples(
    n: &mut Lowering<'_, '_>,
    (k, numbers): (usize, &Value),
    lens: &[usize],
    base: &Value,
) -> Result<Value, NodeFault> {
    let last = numbers.shape.len() - 1;
    let mut places = base.clone();
    for (number, len) in lens.iter().enumerate() {
        let own = n.narrowed(numbers, last, number, 1)?;
        let own = n.reshaped(&own, &numbers.shape[..last])?;
        let own = from_start(n, (k, &own), *len)?;
        let step = lens[number + 1..].iter().product();
        places = moved(n, &own, step, &places)?;
    }
    Ok(places)
}
