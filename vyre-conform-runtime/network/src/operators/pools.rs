//! Pooling over windows.

use super::reduce::{Fold, L1, MAX, MEAN, SQUARES, SUM, folded};
use super::windows::{Windows, numbers};
use super::{Operator, Results, integers, places, row};
use crate::element::{Element, Kind};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term, strides};
use crate::tensor::Tensor;

pub(super) const ROWS: &[Operator] = &[
    row("AveragePool", average_pool),
    row("GlobalAveragePool", |n| global(n, MEAN)),
    row("GlobalLpPool", |n| {
        let x = n.float_input(0)?;
        let power = n.int("p", 2)?;
        let (x, fold) = powered(n, &x, power)?;
        let pooled = pooled(n, &x, fold)?;
        Ok(vec![rooted(n, &pooled, power)?])
    }),
    row("GlobalMaxPool", |n| global(n, MAX)),
    row("LpPool", power_pool),
    row("MaxPool", max_pool),
];

const NAN: u32 = 0x7fc0_0000;

fn spatial(x: &Value) -> Result<&[usize], NodeFault> {
    match &x.shape[..] {
        [_, _, lens @ ..] if !lens.is_empty() => Ok(lens),
        _ => Err(NodeFault::input(
            0,
            "has no dimensions behind that of channels",
        )),
    }
}

/// All behind the dimension of channels, as axes of one element.
fn global(n: &mut Lowering<'_, '_>, fold: Fold) -> Results {
    let x = n.float_input(0)?;
    Ok(vec![pooled(n, &x, fold)?])
}

fn pooled(n: &mut Lowering<'_, '_>, x: &Value, fold: Fold) -> Result<Value, NodeFault> {
    spatial(x)?;
    let axes: Vec<usize> = (2..x.shape.len()).collect();
    let mut shape = x.shape.clone();
    shape[2..].fill(1);
    folded(n, x, &axes, fold, &shape)
}

/// The windows of a pooling node.
fn windows(n: &Lowering<'_, '_>, x: &Value) -> Result<Windows, NodeFault> {
    let lens = spatial(x)?;
    if !n.node.attributes.contains_key("kernel_shape") {
        return Err(NodeFault::attribute(
            "kernel_shape",
            "is absent, and the operator needs it",
        ));
    }
    let sides = numbers(n, "kernel_shape", lens.len())?;
    let mut windows = Windows::of(n, lens, &sides)?;
    if n.int("ceil_mode", 0)? != 0 && n.text("auto_pad", "NOTSET")? == "NOTSET" {
        windows.count(true);
    }
    for k in 0..lens.len() {
        if windows.padding[k]
            .iter()
            .any(|len| *len >= windows.reach(k))
        {
            return Err(NodeFault::attribute(
                "pads",
                "make windows of padding alone, of which no element is pooled",
            ));
        }
    }
    Ok(windows)
}

/// The shape of a result with a plane a channel.
fn result(x: &Value, windows: &Windows) -> Vec<usize> {
    [&x.shape[..2], &windows.counts].concat()
}

/// A fold of the elements of every window.
fn over(
    n: &mut Lowering<'_, '_>,
    (x, windows): (&Value, &Windows),
    fill: u32,
    fold: Fold,
) -> Result<Value, NodeFault> {
    let planes = x.shape[0] * x.shape[1];
    let columns = windows.columns(n, (x, planes), fill, false)?;
    folded(n, &columns, &[1], fold, &result(x, windows))
}

/// The sum of a window by the number of its elements, those of the padding counted or not.
fn average_pool(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let counts_padding = n.int("count_include_pad", 0)? != 0;
    let windows = windows(n, &x)?;
    let sum = over(n, (&x, &windows), 0, SUM)?;
    let size = windows.size().max(1);
    let counts = if counts_padding {
        vec![size as f32; windows.windows()]
    } else {
        let of = windows.places().map(|place| {
            let mut places = place.iter().zip(&windows.lens);
            let is_inside = places.all(|(at, len)| (0..*len as i64).contains(at));
            f32::from(u8::from(is_inside))
        });
        let of: Vec<f32> = of.collect();
        of.chunks(size).map(|of| of.iter().sum()).collect()
    };
    let counts = Tensor::floats(&windows.counts, &counts).map_err(integers::fault)?;
    let counts = n.constant(counts)?;
    let op = Formula::of::<2>("f32::div");
    Ok(vec![n.formula(op, &[&sum, &counts], x.element)?])
}

/// The elements to a power, and the fold that adds them.
fn powered(n: &mut Lowering<'_, '_>, x: &Value, power: i64) -> Result<(Value, Fold), NodeFault> {
    match power {
        1 => return Ok((x.clone(), L1)),
        2 => return Ok((x.clone(), SQUARES)),
        _ => {}
    }
    let mut f = Formula::default();
    let size = f.call("f32::abs", [Term::Operand(0)]);
    f.call("f32::pow", [size, Term::float(power as f32)]);
    Ok((n.formula(f, &[x], x.element)?, SUM))
}

/// The root of a sum of powers.
fn rooted(n: &mut Lowering<'_, '_>, sum: &Value, power: i64) -> Result<Value, NodeFault> {
    let (mut f, of) = (Formula::default(), Term::Operand(0));
    match power {
        1 => return Ok(sum.clone()),
        2 => f.call("f32::sqrt", [of]),
        _ => {
            let root = f.call("f32::div", [Term::float(1.0), Term::float(power as f32)]);
            f.call("f32::pow", [of, root])
        }
    };
    n.formula(f, &[sum], sum.element)
}

fn power_pool(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let power = n.int("p", 2)?;
    let windows = windows(n, &x)?;
    let (x, fold) = powered(n, &x, power)?;
    let sum = over(n, (&x, &windows), 0, fold)?;
    Ok(vec![rooted(n, &sum, power)?])
}

/// The greatest element of each window, NaN passed over, and its place.
fn max_pool(n: &mut Lowering<'_, '_>) -> Results {
    let types = [
        Element::F32,
        Element::F16,
        Element::BF16,
        Element::I8,
        Element::U8,
    ];
    let x = n.typed(0, &types)?;
    let is_by_columns = n.int("storage_order", 0)? != 0;
    let windows = windows(n, &x)?;
    let fill = match x.element.kind() {
        Kind::Signed => i32::from(i8::MIN) as u32,
        Kind::Unsigned => 0,
        _ => NAN,
    };
    if let Some(whole) = by_engine(n, (&x, &windows))? {
        return Ok(vec![whole]);
    }
    let greatest = over(n, (&x, &windows), fill, MAX)?;
    if n.node.outputs.len() < 2 {
        return Ok(vec![greatest]);
    }
    if !x.element.is_float() {
        return Err(NodeFault::node("has places of integers: leave them out"));
    }
    let at = greatest_places(n, (&x, &windows), is_by_columns)?;
    Ok(vec![greatest, at])
}

/// The engine that takes one or two dimensions with one stride and equal padding.
fn by_engine(
    n: &mut Lowering<'_, '_>,
    (x, windows): (&Value, &Windows),
) -> Result<Option<Value>, NodeFault> {
    let rank = windows.lens.len();
    let padding = windows.padding[0][0];
    let is_simple = x.element.is_float()
        && n.node.outputs.len() == 1
        && rank <= 2
        && windows.dilations.iter().all(|by| *by == 1)
        && windows.strides.iter().all(|by| *by == windows.strides[0])
        && (rank == 2 || padding == 0)
        && windows.padding.iter().flatten().all(|len| *len == padding);
    let mut floor = windows.clone();
    floor.count(false);
    if !is_simple || floor.counts != windows.counts {
        return Ok(None);
    }
    let two = |of: &[usize]| match *of {
        [columns] => [1, columns],
        [lines, columns, ..] => [lines, columns],
        [] => [1, 1],
    };
    let [lines, columns] = two(&windows.lens);
    let [height, width] = two(&windows.sides);
    let planes = x.shape[0] * x.shape[1];
    let stride = windows.strides[0];
    let of = [planes, lines, columns, height, width, stride, padding];
    let whole = (x.element, &*result(x, windows));
    n.engine("engine::max_pool", &of, &[x], whole).map(Some)
}

/// The places of the greatest elements among all of the operand.
fn greatest_places(
    n: &mut Lowering<'_, '_>,
    (x, windows): (&Value, &Windows),
    is_by_columns: bool,
) -> Result<Value, NodeFault> {
    let planes = x.shape[0] * x.shape[1];
    let rows = windows.columns(n, (x, planes), NAN, true)?;
    let shape = result(x, windows);
    let (count, size) = (windows.windows(), windows.size());
    let found = n.engine(
        "engine::argmax",
        &[planes * count, size],
        &[&rows],
        (Element::I32, &[planes, count]),
    )?;
    // A table of the places of every window's elements in a plane.
    let mut steps = strides(&windows.lens);
    if is_by_columns {
        let mut step = 1;
        for (own, len) in steps.iter_mut().zip(&windows.lens) {
            *own = step;
            step *= len;
        }
    }
    let all = windows.places().map(|place| {
        let parts = place.iter().zip(&steps);
        parts.map(|(at, step)| (*at).max(0) as usize * step).sum()
    });
    let all: Vec<usize> = all.collect();
    let table = places::table(n, &[count * size], all)?;
    let first = places::table(n, &[1, count], (0..count).map(|k| k * size))?;
    let at = places::moved(n, &found, 1, &first)?;
    let inside = places::picked(n, &table, &at)?;
    let plane = windows.lens.iter().product::<usize>();
    let base = places::table(n, &[planes, 1], (0..planes).map(|k| k * plane))?;
    let all = places::moved(n, &inside, 1, &base)?;
    let all = n.reshaped(&all, &shape)?;
    super::convert::cast(n, &all, Element::I64, true)
}
