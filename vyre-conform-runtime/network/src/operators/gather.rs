//! Rows by numbers, and places of extremes.

use super::{Operator, Results, integers, row};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};
use crate::tensor::Element;

pub(super) const ROWS: &[Operator] = &[
    row("ArgMax", |n| place(n, false)),
    row("ArgMin", |n| place(n, true)),
    row("Gather", gather),
];

/// Numbers of rows from either end as places. A constant one outside is refused at once.
fn numbers(n: &mut Lowering<'_, '_>, value: &Value, rows: usize) -> Result<Value, NodeFault> {
    if let Some(tensor) = value.known() {
        let len = rows as i64;
        let places = tensor.to_longs().into_iter();
        let places = places.map(|at| if at < 0 { at.saturating_add(len) } else { at });
        let places: Vec<i64> = places.collect();
        if let Some(at) = places.iter().find(|at| !(0..len).contains(*at)) {
            return Err(NodeFault::input(
                1,
                format!("has the number {at}, and there are {rows} rows"),
            ));
        }
        return integers::longs(n, &value.shape, &places);
    }
    let mut f = Formula::default();
    let at = Term::Operand(0);
    let from_end = f.call("i32::add", [at, Term::Word(rows as u32)]);
    let is_negative = f.call("i32::slt", [at, Term::Word(0)]);
    f.call("bool::select", [is_negative, from_end, at]);
    n.formula(f, &[value], value.element)
}

fn gather(n: &mut Lowering<'_, '_>) -> Results {
    let table = n.input(0)?;
    let places = n.typed(1, &[Element::I64, Element::I32])?;
    let rank = table.shape.len();
    let axis = n.int("axis", 0)?;
    let axis = n.axis(axis, rank)?;
    let rows = table.shape[axis];
    let places = numbers(n, &places, rows)?;
    let mut shape = table.shape[..axis].to_vec();
    shape.extend(&places.shape);
    shape.extend(&table.shape[axis + 1..]);
    if let (Some(of), Some(at)) = (table.known(), places.known())
        && table.element == Element::I64
    {
        return Ok(vec![host(
            n,
            &of.to_longs(),
            &at.to_longs(),
            (&table.shape, axis),
            &shape,
        )?]);
    }
    // The axis first, then rows by number, then the other dimensions in front of them again.
    let mut order = vec![axis];
    order.extend((0..rank).filter(|k| *k != axis));
    let moved = n.permuted(&table, &order)?;
    let width = table.shape.iter().enumerate().filter(|(k, _)| *k != axis);
    let width: usize = width.map(|(_, len)| *len).product();
    let count = places.len();
    let rows = n.gathered([count, rows, width], &places, &moved)?;
    let mut lens = places.shape.clone();
    lens.extend(moved.shape[1..].iter());
    if lens.len() > crate::tensor::MOST_RANK {
        return Err(NodeFault::node(
            "the result has too many dimensions: reshape the numbers",
        ));
    }
    let rows = n.reshaped(&rows, &lens)?;
    let own = places.shape.len();
    let mut order: Vec<usize> = (own..own + axis).collect();
    order.extend(0..own);
    order.extend(own + axis..lens.len());
    Ok(vec![n.permuted(&rows, &order)?])
}

/// Rows of constants of 64 bits.
fn host(
    n: &mut Lowering<'_, '_>,
    table: &[i64],
    places: &[i64],
    (lens, axis): (&[usize], usize),
    shape: &[usize],
) -> Result<Value, NodeFault> {
    crate::tensor::elements(shape)
        .map_err(|error| NodeFault::node(format!("the result {error}")))?;
    let inner: usize = lens[axis + 1..].iter().product();
    let outer: usize = lens[..axis].iter().product();
    let mut values = vec![];
    for block in 0..outer {
        for at in places {
            let first = (block * lens[axis] + *at as usize) * inner;
            values.extend(&table[first..first + inner]);
        }
    }
    integers::longs(n, shape, &values)
}

/// The place of the greatest element along an axis, or of the least: the greatest of the negated ones.
fn place(n: &mut Lowering<'_, '_>, is_least: bool) -> Results {
    let x = n.float_input(0)?;
    n.only("select_last_index", 0)?;
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
    let mut order: Vec<usize> = (0..rank).filter(|k| *k != axis).collect();
    order.push(axis);
    let mut moved = n.permuted(&x, &order)?;
    if is_least {
        moved = n.formula(Formula::of::<1>("f32::neg"), &[&moved], Element::F32)?;
    }
    let mut shape = x.shape.clone();
    if n.int("keepdims", 1)? != 0 {
        shape[axis] = 1;
    } else {
        shape.remove(axis);
    }
    let rows = x.len() / len;
    Ok(vec![n.engine(
        "engine::argmax",
        &[rows, len],
        &[&moved],
        (Element::I64, &shape),
    )?])
}
