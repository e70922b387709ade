//! Elements and rows by numbers.

use super::{Operator, Results, places, row, since};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::tensor::MOST_RANK;

pub(super) const ROWS: &[Operator] = &[
    row("Gather", gather),
    row("GatherElements", gather_elements),
    since(11, "GatherND", gather_tuples),
    row("Compress", compress),
];

fn gather(n: &mut Lowering<'_, '_>) -> Results {
    let table = n.input(0)?;
    let numbers = places::operand(n, 1)?;
    let axis = n.int("axis", 0)?;
    let axis = n.axis(axis, table.shape.len())?;
    let places = places::from_start(n, (1, &numbers), table.shape[axis])?;
    Ok(vec![along(n, &table, &places, axis)?])
}

/// Everything behind an axis by places along it, in the place of the axis.
pub(super) fn along(
    n: &mut Lowering<'_, '_>,
    table: &Value,
    places: &Value,
    axis: usize,
) -> Result<Value, NodeFault> {
    let rank = table.shape.len();
    let rows = table.shape[axis];
    if table.element.words() == 2 && table.known().is_some() && places.known().is_some() {
        return constants(n, table, places, axis);
    }
    // The axis first, then rows by number, then the other dimensions in front of them again.
    let mut order = vec![axis];
    order.extend((0..rank).filter(|k| *k != axis));
    let moved = n.permuted(table, &order)?;
    let width = table.shape.iter().enumerate().filter(|(k, _)| *k != axis);
    let width: usize = width.map(|(_, len)| *len).product();
    let rows = n.gathered([places.len(), rows, width], places, &moved)?;
    let mut lens = places.shape.clone();
    lens.extend(moved.shape[1..].iter());
    if lens.len() > MOST_RANK {
        return Err(NodeFault::node(
            "the result has too many dimensions: reshape the numbers",
        ));
    }
    let rows = n.reshaped(&rows, &lens)?;
    let own = places.shape.len();
    let mut order: Vec<usize> = (own..own + axis).collect();
    order.extend(0..own);
    order.extend(own + axis..lens.len());
    n.permuted(&rows, &order)
}

/// Rows of constants of 64 bits.
fn constants(
    n: &mut Lowering<'_, '_>,
    table: &Value,
    numbers: &Value,
    axis: usize,
) -> Result<Value, NodeFault> {
    let [outer, rows, inner] = super::lines::blocks(&table.shape, axis, 1);
    let at = numbers
        .known()
        .map_or(vec![], |tensor| tensor.words().to_vec());
    let mut shape = table.shape[..axis].to_vec();
    shape.extend(&numbers.shape);
    shape.extend(&table.shape[axis + 1..]);
    crate::tensor::elements(&shape).map_err(super::integers::fault)?;
    let mut all = vec![];
    for block in 0..outer {
        for at in &at {
            let first = (block * rows + *at as usize) * inner;
            all.extend(first..first + inner);
        }
    }
    let places = places::table(n, &shape, all)?;
    places::picked(n, table, &places)
}

/// Along an axis the element that a number of the same place names.
fn gather_elements(n: &mut Lowering<'_, '_>) -> Results {
    let table = n.input(0)?;
    let numbers = places::operand(n, 1)?;
    let axis = n.int("axis", 0)?;
    let axis = n.axis(axis, table.shape.len())?;
    let at = at_elements(n, &table, &numbers, axis)?;
    Ok(vec![places::picked(n, &table, &at)?])
}

/// The places in a table of the elements along an axis that numbers name.
pub(super) fn at_elements(
    n: &mut Lowering<'_, '_>,
    table: &Value,
    numbers: &Value,
    axis: usize,
) -> Result<Value, NodeFault> {
    let pairs = numbers.shape.iter().zip(&table.shape).enumerate();
    let mut fits = pairs.map(|(k, (own, of))| k == axis || own <= of);
    if numbers.shape.len() != table.shape.len() || !fits.all(|fits| fits) {
        return Err(NodeFault::input(
            1,
            format!(
                "has the shape {:?}, which does not fit {:?} along axis {axis}",
                numbers.shape, table.shape
            ),
        ));
    }
    let along = places::from_start(n, (1, numbers), table.shape[axis])?;
    let base = places::bases(n, &numbers.shape, &table.shape, axis)?;
    let step = table.shape[axis + 1..].iter().product();
    places::moved(n, &along, step, &base)
}

/// Numbers of a tuple along the first axes, behind axes of a batch.
fn gather_tuples(n: &mut Lowering<'_, '_>) -> Results {
    let table = n.input(0)?;
    let numbers = places::operand(n, 1)?;
    let batch = n.int("batch_dims", 0)?;
    let misfit = || {
        NodeFault::input(
            1,
            format!(
                "has the shape {:?}, which does not fit {:?}",
                numbers.shape, table.shape
            ),
        )
    };
    let batch = usize::try_from(batch).map_err(|_| misfit())?;
    let Some((&count, outer)) = numbers.shape.split_last() else {
        return Err(misfit());
    };
    let is_short = outer.len() < batch || table.shape.len() < batch + count;
    if is_short || count == 0 || outer[..batch] != table.shape[..batch] {
        return Err(misfit());
    }
    let (lens, behind) = table.shape[batch..].split_at(count);
    let width: usize = behind.iter().product();
    let (batches, each): (usize, usize) = (
        outer[..batch].iter().product(),
        outer[batch..].iter().product(),
    );
    let rows: usize = lens.iter().product();
    let base = (0..batches).flat_map(|b| std::iter::repeat_n(b * rows, each));
    let base: Vec<usize> = base.collect();
    let base = places::table(n, outer, base)?;
    let at = places::tuples(n, (1, &numbers), lens, &base)?;
    let mut shape = outer.to_vec();
    shape.extend(behind);
    if table.element.words() == 2 && at.known().is_some() && table.known().is_some() {
        let at = at.known().map_or(vec![], |tensor| tensor.words().to_vec());
        let all = at.iter().flat_map(|at| {
            let first = *at as usize * width;
            first..first + width
        });
        let all: Vec<usize> = all.collect();
        let all = places::table(n, &shape, all)?;
        return Ok(vec![places::picked(n, &table, &all)?]);
    }
    let found = n.gathered([at.len(), batches * rows, width], &at, &table)?;
    Ok(vec![n.reshaped(&found, &shape)?])
}

/// The rows along an axis, or of all elements, where a constant condition holds.
fn compress(n: &mut Lowering<'_, '_>) -> Results {
    let mut x = n.input(0)?;
    let condition = n.typed(1, &[crate::element::Element::Bool])?;
    let Some(known) = condition.known() else {
        return Err(NodeFault::input(
            1,
            "decides a shape, and is computed from the inputs: make it a constant",
        ));
    };
    let axis = match n.optional_int("axis")? {
        Some(axis) => n.axis(axis, x.shape.len())?,
        None => {
            x = n.reshaped(&x, &[x.len()])?;
            0
        }
    };
    let all = known.words().iter().enumerate();
    let kept: Vec<usize> = all.filter(|(_, is)| **is != 0).map(|(k, _)| k).collect();
    if kept.last().is_some_and(|last| *last >= x.shape[axis]) {
        return Err(NodeFault::input(1, "holds behind the end of the axis"));
    }
    let at = places::table(n, &[kept.len()], kept)?;
    Ok(vec![along(n, &x, &at, axis)?])
}
