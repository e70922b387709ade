//! Tensors of a pattern: triangles, diagonals, one of many, and lines in another order.

use super::convert::cast;
use super::lines::{Lines, blocks};
use super::logic::chosen;
use super::padding::mask;
use super::{Operator, Results, integers, places, row, since};
use crate::element::Element;
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};
use crate::tensor::{Tensor, elements};

pub(super) const ROWS: &[Operator] = &[
    row("EyeLike", eye),
    row("Hardmax", hardmax),
    row("OneHot", one_hot),
    row("ReverseSequence", reverse_sequence),
    since(14, "Trilu", triangle),
];

/// A zero of a type as a tensor of one element.
pub(super) fn number(
    n: &mut Lowering<'_, '_>,
    element: Element,
    value: u32,
) -> Result<Value, NodeFault> {
    let tensor = Tensor::from_machine(element, &[], vec![value]);
    n.constant(tensor.map_err(integers::fault)?)
}

/// The word of one in a type.
fn one(element: Element) -> u32 {
    if element.is_float() || element == Element::F64 {
        1f32.to_bits()
    } else {
        1
    }
}

/// Elements on one side of a diagonal, and zeros on the other.
fn triangle(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let is_upper = n.int("upper", 1)? != 0;
    let diagonal = match n.optional_longs(1)?.as_deref() {
        None => 0,
        Some(&[k]) => k,
        Some(_) => return Err(NodeFault::input(1, "is not one number")),
    };
    let &[.., lines, columns] = &x.shape[..] else {
        return Err(NodeFault::input(0, "is not a matrix"));
    };
    let is_kept = mask(n, [lines, columns], |i, j| {
        let at = i128::from(j) - i128::from(i);
        if is_upper {
            at >= i128::from(diagonal)
        } else {
            at <= i128::from(diagonal)
        }
    })?;
    let zero = number(n, x.element, 0)?;
    Ok(vec![chosen(n, [&is_kept, &x, &zero])?])
}

/// Ones on a diagonal, in the shape of the operand.
fn eye(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let &[lines, columns] = &x.shape[..] else {
        return Err(NodeFault::input(0, "is not a matrix"));
    };
    let to = match n.optional_int("dtype")? {
        None => x.element,
        Some(number) => Element::numbered(number)
            .ok_or_else(|| NodeFault::attribute("dtype", "is not a type of numbers"))?,
    };
    let k = n.int("k", 0)?;
    let is_one = mask(n, [lines, columns], |i, j| {
        i128::from(j) - i128::from(i) == k.into()
    })?;
    let [one, zero] = [number(n, to, one(to))?, number(n, to, 0)?];
    Ok(vec![chosen(n, [&is_one, &one, &zero])?])
}

/// Truths where a number along a new last axis is that of a place.
fn equal_places(n: &mut Lowering<'_, '_>, at: &Value, len: usize) -> Result<Value, NodeFault> {
    let shape = [&at.shape[..], &[1]].concat();
    let at = n.reshaped(at, &shape)?;
    let all = places::table(n, &[len], 0..len)?;
    n.formula(Formula::of::<2>("u32::eq"), &[&at, &all], Element::Bool)
}

/// One where the greatest element of a line is first, and zero elsewhere.
fn hardmax(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let (x, axis) = super::norms::softmax_axis(n, &x)?;
    let lines = Lines::of(n, &x.0, axis)?;
    let lens = lines.shape(lines.len);
    let found = n.engine(
        "engine::argmax",
        &[lines.rows, lines.len],
        &[&lines.value],
        (Element::I32, &lens[..lens.len() - 1]),
    )?;
    let is_one = equal_places(n, &found, lines.len)?;
    let [one, zero] = [
        number(n, x.0.element, one(x.0.element))?,
        number(n, x.0.element, 0)?,
    ];
    let whole = chosen(n, [&is_one, &one, &zero])?;
    let back = lines.back(n, &whole)?;
    Ok(vec![n.reshaped(&back, &x.1)?])
}

/// A new axis on which one place has another number than the others.
fn one_hot(n: &mut Lowering<'_, '_>) -> Results {
    let numbers = n.input(0)?;
    let depth = match (n.input(1)?.known(), n.input(1)?.len()) {
        (Some(tensor), 1) => tensor.to_doubles()[0],
        _ => return Err(NodeFault::input(1, "is not a constant of one number")),
    };
    if !(1.0..=crate::tensor::MOST_ELEMENTS as f64).contains(&depth) {
        return Err(NodeFault::input(
            1,
            format!("is {depth}, which is not a length"),
        ));
    }
    let depth = depth as usize;
    let values = n.input(2)?;
    let values = n.reshaped(&values, &[values.len()])?;
    if values.len() != 2 {
        return Err(NodeFault::input(2, "does not have two numbers"));
    }
    let rank = numbers.shape.len() + 1;
    let axis = n.int("axis", -1)?;
    let axis = n.axis(axis, rank)?;
    let whole = [&numbers.shape[..], &[depth]].concat();
    elements(&whole).map_err(integers::fault)?;
    let numbers = cast(n, &numbers, Element::I32, true)?;
    let mut f = Formula::default();
    let at = Term::Operand(0);
    let from_end = f.call("i32::add", [at, Term::Word(depth as u32)]);
    let is_negative = f.call("i32::slt", [at, Term::Word(0)]);
    f.call("bool::select", [is_negative, from_end, at]);
    let at = n.formula(f, &[&numbers], Element::I32)?;
    let is_one = equal_places(n, &at, depth)?;
    let [off, on] = [n.narrowed(&values, 0, 0, 1)?, n.narrowed(&values, 0, 1, 1)?];
    let result = chosen(n, [&is_one, &on, &off])?;
    let mut order: Vec<usize> = (0..rank - 1).collect();
    order.insert(axis, rank - 1);
    Ok(vec![n.permuted(&result, &order)?])
}

/// The first elements of each line of a batch in the opposite order, as many as its length says.
fn reverse_sequence(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let lens = n.longs(1)?;
    let (time, batch) = (n.int("time_axis", 0)?, n.int("batch_axis", 1)?);
    if !matches!((time, batch), (0, 1) | (1, 0)) || x.shape.len() < 2 {
        return Err(NodeFault::attribute(
            "time_axis",
            "and `batch_axis` are not 0 and 1",
        ));
    }
    let [outer, inner] = [x.shape[0], x.shape[1]];
    let [_, _, width] = blocks(&x.shape, 0, 2);
    let (steps, count) = if time == 0 {
        (outer, inner)
    } else {
        (inner, outer)
    };
    let fits = |len: &i64| (0..=steps as i64).contains(len);
    if lens.len() != count || !lens.iter().all(fits) {
        return Err(NodeFault::input(
            1,
            format!("is {lens:?}, which does not fit {:?}", x.shape),
        ));
    }
    let places = (0..outer).flat_map(|i| (0..inner).map(move |j| (i, j)));
    let places = places.map(|(i, j)| {
        let (at, of) = if time == 0 { (i, j) } else { (j, i) };
        let len = lens[of] as usize;
        let from = if at < len { len - 1 - at } else { at };
        if time == 0 {
            from * inner + j
        } else {
            i * inner + from
        }
    });
    let places: Vec<usize> = places.collect();
    let places = places::table(n, &[outer * inner], places)?;
    let rows = n.reshaped(&x, &[outer * inner, width])?;
    let moved = super::gather::along(n, &rows, &places, 0)?;
    Ok(vec![n.reshaped(&moved, &x.shape)?])
}
