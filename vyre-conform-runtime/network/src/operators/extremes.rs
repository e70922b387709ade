//! Places of extremes along an axis, and running sums.

use super::lines::{self, Lines, blocks, reversed};
use super::{Operator, Results, places, row};
use crate::element::{Element, Kind};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};

pub(super) const ROWS: &[Operator] = &[
    row("ArgMax", |n| place(n, false)),
    row("ArgMin", |n| place(n, true)),
    row("CumSum", running_sum),
    row("TopK", top),
];

/// The place of the greatest element along an axis, or of the least: the greatest of the negated ones. Of equal ones
/// the first, or the last: the first from the other end.
fn place(n: &mut Lowering<'_, '_>, is_least: bool) -> Results {
    let x = n.float_input(0)?;
    let is_last = n.int("select_last_index", 0)? != 0;
    let rank = x.shape.len();
    let axis = n.int("axis", 0)?;
    let axis = n.axis(axis, rank)?;
    let len = x.shape[axis];
    if len == 0 {
        return Err(NodeFault::input(
            0,
            "is empty along the axis, where no element is an extreme",
        ));
    }
    let lines = Lines::of(n, &x, axis)?;
    let mut moved = lines.value.clone();
    if is_least {
        moved = n.formula(Formula::of::<1>("f32::neg"), &[&moved], x.element)?;
    }
    if is_last {
        moved = reversed(n, &moved, rank - 1)?;
    }
    let mut shape = x.shape.clone();
    if n.int("keepdims", 1)? != 0 {
        shape[axis] = 1;
    } else {
        shape.remove(axis);
    }
    let rows = x.len() / len;
    let result = (Element::I64, &shape[..]);
    let found = n.engine("engine::argmax", &[rows, len], &[&moved], result)?;
    if !is_last {
        return Ok(vec![found]);
    }
    let mut f = Formula::default();
    f.call("i32::sub", [Term::Word(len as u32 - 1), Term::Operand(0)]);
    Ok(vec![n.formula(f, &[&found], Element::I64)?])
}

/// The greatest or least elements along an axis, in their order, and their places.
fn top(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let axis = n.int("axis", -1)?;
    let axis = n.axis(axis, x.shape.len())?;
    let is_largest = n.int("largest", 1)? != 0;
    n.int("sorted", 1)?;
    let most = if n.opset < 10 {
        vec![n.int("k", -1)?]
    } else {
        n.longs(1)?
    };
    let most = match most[..] {
        [most] => usize::try_from(most).ok(),
        _ => None,
    };
    let most = most.filter(|most| *most <= x.shape[axis]).ok_or_else(|| {
        let reason = format!("is not one number up to {}", x.shape[axis]);
        NodeFault::input(1, reason)
    })?;
    let lines = Lines::of(n, &x, axis)?;
    let mut moved = lines.value.clone();
    if !is_largest {
        moved = n.formula(Formula::of::<1>("f32::neg"), &[&moved], x.element)?;
    }
    let shape = lines.shape(most);
    let of = [lines.rows, lines.len, most];
    let found = n.engine("engine::top_k_rows", &of, &[&moved], (Element::I32, &shape))?;
    let base = (0..lines.rows).map(|row| row * lines.len);
    let base = places::table(n, &[lines.rows, 1], base)?;
    let flat = n.reshaped(&found, &[lines.rows, most])?;
    let at = places::moved(n, &flat, 1, &base)?;
    let values = places::picked(n, &lines.value, &at)?;
    let values = n.reshaped(&values, &shape)?;
    let found = super::convert::cast(n, &found, Element::I64, true)?;
    Ok(vec![lines.back(n, &values)?, lines.back(n, &found)?])
}

/// Sums up to every element along an axis, with it or without it, from either end.
fn running_sum(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.typed(0, &super::elementwise::NUMBERS)?;
    let axis = match n.longs(1)?[..] {
        [axis] => n.axis(axis, x.shape.len())?,
        _ => return Err(NodeFault::input(1, "is not one number")),
    };
    let is_exclusive = n.int("exclusive", 0)? != 0;
    let is_reverse = n.int("reverse", 0)? != 0;
    let mut value = x.clone();
    if is_reverse {
        value = reversed(n, &value, axis)?;
    }
    let shape = value.shape.clone();
    let [outer, len, inner] = blocks(&shape, axis, 1);
    value = if value.element.words() == 2 {
        lines::folded(n, &value, [outer, len, inner], (&lines::SUM, true, &shape))?
    } else {
        let (id, op) = match x.element.kind() {
            Kind::Signed => ("engine::scan_axis", 7),
            Kind::Unsigned => ("engine::scan_axis", 0),
            _ => ("engine::fscan_axis", 0),
        };
        n.engine(
            id,
            &[outer, len, inner, op, 0],
            &[&value],
            (x.element, &shape),
        )?
    };
    if is_exclusive && len > 0 {
        value = shifted(n, &value, axis)?;
    }
    if is_reverse {
        value = reversed(n, &value, axis)?;
    }
    Ok(vec![value])
}

/// The value one place further along an axis, behind a zero.
fn shifted(n: &mut Lowering<'_, '_>, x: &Value, axis: usize) -> Result<Value, NodeFault> {
    let rest = n.narrowed(x, axis, 0, x.shape[axis] - 1)?;
    let mut around = vec![[0; 2]; x.shape.len()];
    around[axis][0] = 1;
    super::moves::padded(n, &rest, &around, 0)
}
