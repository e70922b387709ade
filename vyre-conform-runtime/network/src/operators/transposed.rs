//! Transposed convolutions, and columns of windows as images again.

use super::convolutions::{Convolution, agrees, bias, groups};
use super::integers::fault;
use super::windows::{Windows, halves, numbers, pads};
use super::{Operator, Results, row, since};
use crate::lowering::{Lowering, NodeFault, Value, steps};
use crate::order::Order;
use crate::steps::{Formula, Movement, Part, strides};
use crate::tensor::elements;

pub(super) const ROWS: &[Operator] = &[
    since(18, "Col2Im", columns_to_image),
    row("ConvTranspose", transposed),
];

/// A value with zeros between its elements along the dimensions behind the first two.
fn spread(n: &mut Lowering<'_, '_>, x: &Value, by: &[usize]) -> Result<Value, NodeFault> {
    if by.iter().all(|by| *by == 1) {
        return Ok(x.clone());
    }
    let mut shape = x.shape.clone();
    for (len, by) in shape[2..].iter_mut().zip(by) {
        *len = (len.saturating_sub(1))
            .saturating_mul(*by)
            .saturating_add(1);
    }
    elements(&shape).map_err(fault)?;
    let mut to_strides = strides(&shape);
    for (step, by) in to_strides[2..].iter_mut().zip(by) {
        *step *= by;
    }
    let part = Part {
        dims: x.shape.clone(),
        from: 0,
        from_strides: steps(&x.shape),
        to: 0,
        to_strides,
    };
    n.moved(Movement::one(part), &[x], (x.element, &shape))
}

/// The filters of a transposed convolution as those of a convolution: outputs first, and every side from its end.
fn turned(n: &mut Lowering<'_, '_>, by: &Value, groups: usize) -> Result<Value, NodeFault> {
    let (inputs, each) = (by.shape[0], by.shape[1]);
    let sides = &by.shape[2..];
    let size: usize = sides.iter().product();
    let cut = n.reshaped(by, &[groups, inputs / groups, each, size])?;
    let moved = n.permuted(&cut, &[0, 2, 1, 3])?;
    let mut shape = vec![groups * each, inputs / groups];
    shape.extend(sides);
    let moved = n.reshaped(&moved, &shape)?;
    let mut from = steps(&shape);
    let mut first = 0;
    for (k, step) in from.iter_mut().enumerate().skip(2) {
        first += shape[k].saturating_sub(1) * *step as usize;
        *step = -*step;
    }
    let part = Part::whole(&shape, first, from);
    n.moved(Movement::one(part), &[&moved], (by.element, &shape))
}

/// The elements that are cut off before and behind along each dimension, and the lengths of the result.
fn cut(
    n: &Lowering<'_, '_>,
    lens: &[usize],
    windows: &Windows,
) -> Result<Vec<([usize; 2], usize)>, NodeFault> {
    let rank = lens.len();
    let extra = n.ints("output_padding")?.unwrap_or(&[]);
    let given = n.ints("output_shape")?;
    let mode = n.text("auto_pad", "NOTSET")?;
    let around = pads(n, rank)?;
    let misfit = |name: &str| NodeFault::attribute(name, format!("does not fit {lens:?}"));
    let mut all = vec![];
    for k in 0..rank {
        let extra = match extra.get(k) {
            None => 0,
            Some(len) => usize::try_from(*len).map_err(|_| misfit("output_padding"))?,
        };
        let whole = (lens[k].saturating_sub(1))
            .saturating_mul(windows.strides[k])
            .saturating_add(windows.reach(k))
            .saturating_add(extra);
        let wanted = match (given, mode) {
            (Some(given), _) => {
                let len = given.get(given.len().wrapping_sub(rank - k));
                let len = len.and_then(|len| usize::try_from(*len).ok());
                Some(len.ok_or_else(|| misfit("output_shape"))?)
            }
            (None, "SAME_UPPER" | "SAME_LOWER") => Some(lens[k].saturating_mul(windows.strides[k])),
            _ => None,
        };
        let [before, behind] = match wanted {
            None => around[k],
            Some(len) => halves(whole.saturating_sub(len), mode),
        };
        let left = whole.checked_sub(before.saturating_add(behind));
        let left = left.ok_or_else(|| misfit("pads"))?;
        all.push(([before, behind], wanted.unwrap_or(left)));
    }
    Ok(all)
}

/// A convolution of the images with zeros between their elements by the filters turned around.
fn transposed(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let by = n.typed(1, &[x.element])?;
    n.order(Order::FmaChain, &[])?;
    let groups = groups(n, &x.shape, &by.shape)?;
    let misfit = NodeFault::input(
        1,
        format!(
            "has the shape {:?}, which does not fit {:?}",
            by.shape, x.shape
        ),
    );
    if x.shape.len() < 3 || by.shape.len() != x.shape.len() || by.shape[0] != x.shape[1] {
        return Err(misfit);
    }
    if !by.shape[0].is_multiple_of(groups) || by.shape[2..].contains(&0) {
        return Err(misfit);
    }
    let (lens, sides) = (&x.shape[2..], &by.shape[2..]);
    agrees(n, sides)?;
    let rank = lens.len();
    let mut windows = Windows {
        sides: sides.to_vec(),
        strides: numbers(n, "strides", rank)?,
        dilations: numbers(n, "dilations", rank)?,
        padding: vec![],
        lens: vec![],
        counts: vec![],
    };
    let cut = cut(n, lens, &windows)?;
    let spread = spread(n, &x, &windows.strides)?;
    let count = by.shape[1].saturating_mul(groups);
    let bias = bias(n, 2, count)?;
    windows.lens = spread.shape[2..].to_vec();
    windows.strides = vec![1; rank];
    surround(&mut windows, &cut);
    let filters = turned(n, &by, groups)?;
    let mut shape = vec![x.shape[0], count];
    shape.extend(&windows.counts);
    elements(&shape).map_err(fault)?;
    let of = Convolution {
        x: spread,
        filters,
        bias,
        windows,
        groups,
    };
    let mut result = of.result(n)?;
    for (k, ([before, _], len)) in cut.iter().enumerate() {
        if result.shape[k + 2] < before.saturating_add(*len) {
            return Err(NodeFault::node(format!("the result has no {len} elements")));
        }
        result = n.narrowed(&result, k + 2, *before, *len)?;
    }
    Ok(vec![result])
}

/// Counts a window around every element, and as many behind as the result has: those before its beginning are cut off.
fn surround(windows: &mut Windows, cut: &[([usize; 2], usize)]) {
    for (k, ([before, _], len)) in cut.iter().enumerate() {
        let end = before.saturating_add(*len);
        let behind = end.saturating_sub(windows.lens[k]);
        windows.padding.push([windows.reach(k) - 1, behind]);
    }
    windows.count(false);
}

/// Columns of windows added up in their places, the windows' first element first.
fn columns_to_image(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let lens = |k| -> Result<Vec<usize>, NodeFault> {
        let all = n.longs(k)?;
        let all = all.iter().map(|len| usize::try_from(*len));
        all.collect::<Result<_, _>>()
            .map_err(|_| NodeFault::input(k, "has a negative length"))
    };
    let (image, block) = (lens(1)?, lens(2)?);
    if block.len() != image.len() || block.contains(&0) {
        return Err(NodeFault::input(2, "does not fit the image"));
    }
    let windows = Windows::of(n, &image, &block)?;
    let &[images, rows, columns] = &x.shape[..] else {
        return Err(NodeFault::input(0, "does not have three dimensions"));
    };
    let size = windows.size();
    if size == 0 || rows % size != 0 || columns != windows.windows() {
        return Err(NodeFault::input(
            0,
            format!("has the shape {:?}, which does not fit the blocks", x.shape),
        ));
    }
    let planes = images * (rows / size);
    let whole: Vec<usize> = (0..image.len())
        .map(|k| image[k] + windows.padding[k].iter().sum::<usize>())
        .collect();
    let whole = [&[planes][..], &whole].concat();
    elements(&whole).map_err(fault)?;
    let x = n.reshaped(&x, &[planes, size, columns])?;
    let mut sum: Option<Value> = None;
    for k in 0..size {
        let part = element(&windows, &whole, k);
        let placed = n.moved(Movement::one(part), &[&x], (x.element, &whole))?;
        sum = Some(match sum {
            None => placed,
            Some(sum) => n.formula(Formula::of::<2>("f32::add"), &[&sum, &placed], x.element)?,
        });
    }
    let mut result = sum.ok_or_else(|| NodeFault::input(2, "is empty"))?;
    for (k, len) in image.iter().enumerate() {
        result = n.narrowed(&result, k + 1, windows.padding[k][0], *len)?;
    }
    let mut shape = vec![images, rows / size];
    shape.extend(&image);
    Ok(vec![n.reshaped(&result, &shape)?])
}

/// The element of a number of every window, in its place in the whole with its padding.
fn element(windows: &Windows, whole: &[usize], number: usize) -> Part {
    let (own, inside) = (strides(whole), strides(&windows.sides));
    let columns = windows.windows();
    let to = (0..windows.sides.len()).map(|d| {
        let at = number / inside[d] % windows.sides[d];
        at * windows.dilations[d] * own[d + 1]
    });
    let dims = [&whole[..1], &windows.counts].concat();
    let mut from_strides = steps(&dims);
    from_strides[0] = (windows.size() * columns) as isize;
    let mut to_strides = own.clone();
    for (step, by) in to_strides[1..].iter_mut().zip(&windows.strides) {
        *step *= by;
    }
    Part {
        dims,
        from: number * columns,
        from_strides,
        to: to.sum(),
        to_strides,
    }
}
