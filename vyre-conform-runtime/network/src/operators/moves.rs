//! Elements in other places.

use super::{Operator, Results, row};
use crate::lowering::{Lowering, NodeFault, Value, steps};
use crate::steps::{Movement, Part, strides};
use crate::tensor::{MOST_RANK, elements};

pub(super) const ROWS: &[Operator] = &[
    row("Concat", concat),
    row("DepthToSpace", |n| blocks(n, true)),
    row("Slice", slice),
    row("SpaceToDepth", |n| blocks(n, false)),
    row("Split", split),
    row("Tile", tile),
    row("Transpose", transpose),
];

fn concat(n: &mut Lowering<'_, '_>) -> Results {
    let first = n.input(0)?;
    let axis = match n.optional_int("axis")? {
        None if n.opset < 4 => 1,
        None => {
            return Err(NodeFault::attribute(
                "axis",
                "is absent, and the operator needs it",
            ));
        }
        Some(axis) => axis,
    };
    let axis = n.axis(axis, first.shape.len())?;
    let mut values = vec![first.clone()];
    for k in 1..n.inputs() {
        let next = n.typed(k, &[first.element])?;
        let mut like = next.shape.clone();
        if like.len() == first.shape.len() {
            like[axis] = first.shape[axis];
        }
        if like != first.shape {
            return Err(NodeFault::input(
                k,
                format!(
                    "has the shape {:?}, which does not fit {:?} along axis {axis}",
                    next.shape, first.shape
                ),
            ));
        }
        values.push(next);
    }
    Ok(vec![n.joined(&values, axis)?])
}

fn transpose(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let rank = x.shape.len();
    let order: Vec<usize> = match n.ints("perm")? {
        None => (0..rank).rev().collect(),
        Some(order) => {
            let places = order.iter().map(|k| usize::try_from(*k).unwrap_or(rank));
            let places: Vec<usize> = places.collect();
            let mut sorted = places.clone();
            sorted.sort_unstable();
            if sorted != (0..rank).collect::<Vec<_>>() {
                let reason = format!("is {order:?}, which is not an order of {rank} dimensions");
                return Err(NodeFault::attribute("perm", reason));
            }
            places
        }
    };
    Ok(vec![n.permuted(&x, &order)?])
}

/// Integers of an operand, or up to a set before it of an attribute.
fn given(
    n: &Lowering<'_, '_>,
    (k, name): (usize, &'static str),
    since: i64,
) -> Result<Option<Vec<i64>>, NodeFault> {
    if n.opset < since {
        return Ok(n.ints(name)?.map(<[i64]>::to_vec));
    }
    n.optional_longs(k)
}

/// Starts, steps and lengths along every axis.
fn slice(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let absent = || NodeFault::node("has no starts, or no ends");
    let starts = given(n, (1, "starts"), 10)?.ok_or_else(absent)?;
    let ends = given(n, (2, "ends"), 10)?.ok_or_else(absent)?;
    let axes = given(n, (3, "axes"), 10)?;
    let axes = axes.unwrap_or_else(|| (0..starts.len() as i64).collect());
    let by = n
        .optional_longs(4)?
        .unwrap_or_else(|| vec![1; starts.len()]);
    if [ends.len(), axes.len(), by.len()]
        .iter()
        .any(|len| *len != starts.len())
    {
        return Err(NodeFault::node(
            "its starts, ends, axes and steps have different lengths",
        ));
    }
    let mut from = steps(&x.shape);
    let mut shape = x.shape.clone();
    let mut first = 0isize;
    let mut seen = vec![];
    for (k, axis) in axes.iter().enumerate() {
        let axis = n.axis(*axis, x.shape.len())?;
        if seen.contains(&axis) {
            return Err(NodeFault::input(3, format!("names axis {axis} twice")));
        }
        seen.push(axis);
        let len = x.shape[axis] as i64;
        let (step, own) = (by[k], from[axis]);
        if step == 0 {
            return Err(NodeFault::input(4, "is 0, by which no slice ends"));
        }
        if len == 0 {
            continue;
        }
        let place = |at: i64| if at < 0 { at.saturating_add(len) } else { at };
        let (start, end) = if step > 0 {
            (place(starts[k]).clamp(0, len), place(ends[k]).clamp(0, len))
        } else {
            (
                place(starts[k]).clamp(0, len - 1),
                place(ends[k]).clamp(-1, len - 1),
            )
        };
        // Beyond the length every step takes one element alone.
        let step = step.clamp(-len, len);
        let count = (end - start + step - step.signum()) / step;
        shape[axis] = count.max(0) as usize;
        first += start as isize * own;
        from[axis] = own * step as isize;
    }
    let part = Part::whole(&shape, first.max(0) as usize, from);
    Ok(vec![n.moved(
        Movement::one(part),
        &[&x],
        (x.element, &shape),
    )?])
}

fn split(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let axis = n.int("axis", 0)?;
    let axis = n.axis(axis, x.shape.len())?;
    let len = x.shape[axis];
    let count = n.node.outputs.len();
    let parts = match (given(n, (1, "split"), 13)?, n.optional_int("num_outputs")?) {
        (Some(_), Some(_)) => {
            return Err(NodeFault::attribute(
                "num_outputs",
                "is given beside input 1: leave one out",
            ));
        }
        (Some(parts), None) => {
            let parts = parts
                .iter()
                .map(|len| usize::try_from(*len).unwrap_or(usize::MAX));
            parts.collect::<Vec<usize>>()
        }
        (None, declared) => {
            if declared.is_some_and(|declared| declared != count as i64) {
                let reason = format!("is not the number of results, {count}");
                return Err(NodeFault::attribute("num_outputs", reason));
            }
            let each = len.div_ceil(count.max(1));
            (0..count)
                .map(|k| len.saturating_sub(k * each).min(each))
                .collect()
        }
    };
    let sum = parts
        .iter()
        .try_fold(0usize, |sum, len| sum.checked_add(*len));
    if sum != Some(len) || parts.len() != count {
        return Err(NodeFault::input(
            1,
            format!("does not cut {len} elements into {count} parts"),
        ));
    }
    let mut at = 0;
    let mut results = vec![];
    for part in parts {
        results.push(n.narrowed(&x, axis, at, part)?);
        at += part;
    }
    Ok(results)
}

fn tile(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let repeats = n.longs(1)?;
    let rank = x.shape.len();
    if repeats.len() != rank || 2 * rank > MOST_RANK {
        let reason = format!(
            "is {repeats:?}, and a tensor of {rank} dimensions, at most {}, is tiled",
            MOST_RANK / 2
        );
        return Err(NodeFault::input(1, reason));
    }
    // Before every dimension one that repeats it.
    let (mut single, mut whole, mut shape) = (vec![], vec![], vec![]);
    for (len, repeat) in x.shape.iter().zip(&repeats) {
        let Ok(repeat) = usize::try_from(*repeat) else {
            return Err(NodeFault::input(
                1,
                format!("is {repeats:?}, which has a negative number"),
            ));
        };
        single.extend([1, *len]);
        whole.extend([repeat, *len]);
        shape.push(repeat.saturating_mul(*len));
    }
    for of in [&shape, &whole] {
        elements(of).map_err(|error| NodeFault::node(format!("the result {error}")))?;
    }
    let single = n.reshaped(&x, &single)?;
    let tiled = n.broadcast(&single, &whole)?;
    Ok(vec![n.reshaped(&tiled, &shape)?])
}

/// A value with elements of one kind around it; along each axis how many are before and behind.
pub(super) fn padded(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    around: &[[usize; 2]],
    fill: u32,
) -> Result<Value, NodeFault> {
    let sides = x.shape.iter().zip(around);
    let sides =
        sides.map(|(len, [before, behind])| len.saturating_add(*before).saturating_add(*behind));
    let shape: Vec<usize> = sides.collect();
    elements(&shape).map_err(|error| NodeFault::node(format!("the result {error}")))?;
    let to = strides(&shape);
    let first = around
        .iter()
        .zip(&to)
        .map(|([before, _], step)| before * step);
    let part = Part {
        dims: x.shape.clone(),
        from: 0,
        from_strides: steps(&x.shape),
        to: first.sum(),
        to_strides: to.clone(),
    };
    let movement = Movement {
        fill,
        parts: vec![part],
    };
    n.moved(movement, &[x], (x.element, &shape))
}

/// Channels as blocks of an image, and back.
fn blocks(n: &mut Lowering<'_, '_>, to_space: bool) -> Results {
    let x = n.input(0)?;
    let size = n.int("blocksize", 0)?;
    let Some(size) = usize::try_from(size).ok().filter(|size| *size > 0) else {
        return Err(NodeFault::attribute(
            "blocksize",
            "is not a positive number",
        ));
    };
    let &[images, channels, height, width] = &x.shape[..] else {
        return Err(NodeFault::input(0, "does not have four dimensions"));
    };
    let square = size.saturating_mul(size);
    let misfit = NodeFault::attribute(
        "blocksize",
        format!("is {size}, which does not divide the shape {:?}", x.shape),
    );
    if !to_space {
        if height % size != 0 || width % size != 0 {
            return Err(misfit);
        }
        let (lines, columns) = (height / size, width / size);
        let cut = n.reshaped(&x, &[images, channels, lines, size, columns, size])?;
        let moved = n.permuted(&cut, &[0, 3, 5, 1, 2, 4])?;
        return Ok(vec![
            n.reshaped(&moved, &[images, channels * square, lines, columns])?,
        ]);
    }
    if channels % square != 0 {
        return Err(misfit);
    }
    let left = channels / square;
    let (cut, order) = match n.text("mode", "DCR")? {
        "DCR" => (
            [images, size, size, left, height, width],
            [0, 3, 4, 1, 5, 2],
        ),
        "CRD" => (
            [images, left, size, size, height, width],
            [0, 1, 4, 2, 5, 3],
        ),
        other => {
            return Err(NodeFault::attribute(
                "mode",
                format!("is `{other}`, and DCR and CRD are supported"),
            ));
        }
    };
    let cut = n.reshaped(&x, &cut)?;
    let moved = n.permuted(&cut, &order)?;
    Ok(vec![n.reshaped(
        &moved,
        &[images, left, height * size, width * size],
    )?])
}
