//! Normalised lines, rows and channels. A mean is a sum in the declared order by the number of elements, a variance the
//! mean of the squared distances to it.

use super::lines::Lines;
use super::reduce::{MEAN, folded};
use super::windows::Windows;
use super::{Operator, Results, reduce, row, since};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};

pub(super) const ROWS: &[Operator] = &[
    row("BatchNormalization", batch_norm),
    since(18, "GroupNormalization", group_norm),
    row("InstanceNormalization", instance_norm),
    since(17, "LayerNormalization", layer_norm),
    row("LogSoftmax", |n| softmax(n, "engine::log_softmax")),
    row("LpNormalization", length_norm),
    row("LRN", local_norm),
    row("MeanVarianceNormalization", mean_variance),
    row("Softmax", |n| softmax(n, "engine::softmax")),
];

/// The axis of a softmax and the tensor that has it: up to set 12 a matrix, whose lines are all axes from one on.
pub(super) fn softmax_axis(
    n: &mut Lowering<'_, '_>,
    x: &Value,
) -> Result<((Value, Vec<usize>), usize), NodeFault> {
    let (rank, whole) = (x.shape.len(), x.shape.clone());
    if rank == 0 {
        return Err(NodeFault::input(
            0,
            "is a scalar, which has no axis: reshape it to one dimension",
        ));
    }
    if n.opset >= 13 {
        let axis = n.int("axis", -1)?;
        let axis = n.axis(axis, rank)?;
        return Ok(((x.clone(), whole), axis));
    }
    let axis = n.int("axis", 1)?;
    let axis = if axis == rank as i64 {
        rank
    } else {
        n.axis(axis, rank)?
    };
    let (before, behind) = whole.split_at(axis);
    let matrix = n.reshaped(x, &[before.iter().product(), behind.iter().product()])?;
    Ok(((matrix, whole), 1))
}

/// An engine of rows along an axis.
fn softmax(n: &mut Lowering<'_, '_>, id: &'static str) -> Results {
    let x = n.float_input(0)?;
    Ok(vec![softmax_of(n, &x, id)?])
}

pub(super) fn softmax_of(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    id: &'static str,
) -> Result<Value, NodeFault> {
    let ((x, whole), axis) = softmax_axis(n, x)?;
    along(n, &x, axis, id).and_then(|value| n.reshaped(&value, &whole))
}

/// An engine of rows along an axis of a value.
pub(super) fn along(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    axis: usize,
    id: &'static str,
) -> Result<Value, NodeFault> {
    let lines = Lines::of(n, x, axis)?;
    let shape = [lines.rows, lines.len];
    let result = (x.element, &*lines.value.shape);
    let value = n.engine(id, &shape, &[&lines.value], result)?;
    lines.back(n, &value)
}

/// Along axes, which keep one element: the mean, and `1 / sqrt(variance + epsilon)`.
fn statistics(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    axes: &[usize],
    epsilon: f32,
) -> Result<[Value; 3], NodeFault> {
    let mut shape = x.shape.clone();
    axes.iter().for_each(|axis| shape[*axis] = 1);
    let mean = folded(n, x, axes, MEAN, &shape)?;
    let mut f = Formula::default();
    let distance = f.call("f32::sub", [Term::Operand(0), Term::Operand(1)]);
    f.call("f32::mul", [distance, distance]);
    let squares = n.formula(f, &[x, &mean], x.element)?;
    let variance = folded(n, &squares, axes, MEAN, &shape)?;
    let mut f = Formula::default();
    let moved = f.call("f32::add", [Term::Operand(0), Term::float(epsilon)]);
    let root = f.call("f32::sqrt", [moved]);
    f.call("f32::div", [Term::float(1.0), root]);
    let inverse = n.formula(f, &[&variance], x.element)?;
    Ok([mean, variance, inverse])
}

/// `(x - mean) * inverse * scale + offset`
fn affine(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    [mean, inverse]: [&Value; 2],
    [scale, offset]: [&Value; 2],
) -> Result<Value, NodeFault> {
    let [of, mean_, inverse_, scale_, offset_] = [0, 1, 2, 3, 4].map(Term::Operand);
    let mut f = Formula::default();
    let distance = f.call("f32::sub", [of, mean_]);
    let normed = f.call("f32::mul", [distance, inverse_]);
    let weighed = f.call("f32::mul", [normed, scale_]);
    f.call("f32::add", [weighed, offset_]);
    n.formula(f, &[x, mean, inverse, scale, offset], x.element)
}

fn layer_norm(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let scale = n.typed(1, &[x.element])?;
    let axis = n.int("axis", -1)?;
    let axis = n.axis(axis, x.shape.len())?;
    n.only("stash_type", 1)?;
    let epsilon = n.float("epsilon", 1e-5)?;
    let inside = &x.shape[axis..];
    let len: usize = inside.iter().product();
    let rows = x.len() / len.max(1);
    let offset = match n.optional(2) {
        Some(_) => n.typed(2, &[x.element])?,
        None => {
            let zero = n.scalar(0.0)?;
            n.broadcast(&zero, inside)?
        }
    };
    let mut columns = vec![x.clone()];
    for (k, value) in [(1, scale), (2, offset)] {
        if crate::lowering::broadcast_shape(&[inside, &value.shape])? != inside {
            return Err(NodeFault::input(
                k,
                format!(
                    "has the shape {:?}, and {inside:?} is expected",
                    value.shape
                ),
            ));
        }
        columns.push(n.broadcast(&value, inside)?);
    }
    let shape = [rows, len, epsilon.to_bits() as usize];
    let columns: Vec<&Value> = columns.iter().collect();
    let result = (x.element, &*x.shape);
    let mut results = vec![n.engine("engine::layer_norm", &shape, &columns, result)?];
    if n.node.outputs.len() > 1 {
        let axes: Vec<usize> = (axis..x.shape.len()).collect();
        let [mean, _, inverse] = statistics(n, &x, &axes, epsilon)?;
        results.extend([mean, inverse]);
    }
    Ok(results)
}

/// A vector of one number a channel, as a tensor that is broadcast over `x`.
fn by_channel(n: &mut Lowering<'_, '_>, k: usize, x: &Value) -> Result<Value, NodeFault> {
    let value = n.typed(k, &crate::lowering::FLOATS)?;
    let channels = x.shape.get(1).copied().unwrap_or(1);
    if value.shape != [channels] {
        return Err(NodeFault::input(
            k,
            format!(
                "has the shape {:?}, and {:?} is expected",
                value.shape,
                [channels]
            ),
        ));
    }
    let mut shape = vec![1; x.shape.len()];
    shape[1.min(x.shape.len() - 1)] = channels;
    n.reshaped(&value, &shape)
}

/// `(x - mean) / sqrt(variance + epsilon) * scale + offset`, with the statistics that training left.
fn batch_norm(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let training = n.int("training_mode", 0)? != 0;
    let momentum = n.float("momentum", 0.9)?;
    let epsilon = n.float("epsilon", 1e-5)?;
    n.int("is_test", 0)?;
    n.only("spatial", 1)?;
    if x.shape.is_empty() {
        return Err(NodeFault::input(0, "has no dimension of channels"));
    }
    let mut operands = vec![x.clone()];
    for k in 1..5 {
        operands.push(by_channel(n, k, &x)?);
    }
    if training {
        return trained(n, &operands, [momentum, epsilon]);
    }
    let [of, scale, offset, mean, variance] = [0, 1, 2, 3, 4].map(Term::Operand);
    let mut f = Formula::default();
    let centred = f.call("f32::sub", [of, mean]);
    let moved = f.call("f32::add", [variance, Term::float(epsilon)]);
    let deviation = f.call("f32::sqrt", [moved]);
    let normed = f.call("f32::div", [centred, deviation]);
    let weighed = f.call("f32::mul", [normed, scale]);
    f.call("f32::add", [weighed, offset]);
    let operands: Vec<&Value> = operands.iter().collect();
    Ok(vec![n.formula(f, &operands, x.element)?])
}

/// The same with the statistics of the batch, and the given ones moved towards them.
fn trained(n: &mut Lowering<'_, '_>, operands: &[Value], [momentum, epsilon]: [f32; 2]) -> Results {
    let x = &operands[0];
    let axes: Vec<usize> = (0..x.shape.len()).filter(|k| *k != 1).collect();
    let [mean, variance, inverse] = statistics(n, x, &axes, epsilon)?;
    let y = affine(n, x, [&mean, &inverse], [&operands[1], &operands[2]])?;
    let mut results = vec![y];
    for (old, new) in [(&operands[3], &mean), (&operands[4], &variance)] {
        let mut f = Formula::default();
        let kept = f.call("f32::mul", [Term::Operand(0), Term::float(momentum)]);
        let more = f.call("f32::mul", [Term::Operand(1), Term::float(1.0 - momentum)]);
        f.call("f32::add", [kept, more]);
        let moved = n.formula(f, &[old, new], x.element)?;
        results.push(n.reshaped(&moved, &[moved.len()])?);
    }
    Ok(results)
}

/// Every channel of every image by its own mean and variance.
fn instance_norm(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let epsilon = n.float("epsilon", 1e-5)?;
    if x.shape.len() < 3 {
        return Err(NodeFault::input(
            0,
            "has no dimensions behind that of channels",
        ));
    }
    let (scale, offset) = (by_channel(n, 1, &x)?, by_channel(n, 2, &x)?);
    let axes: Vec<usize> = (2..x.shape.len()).collect();
    let [mean, _, inverse] = statistics(n, &x, &axes, epsilon)?;
    Ok(vec![affine(n, &x, [&mean, &inverse], [&scale, &offset])?])
}

/// Groups of channels; up to set 20 a scale and an offset are those of a group, from 21 on of a channel.
fn group_norm(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let epsilon = n.float("epsilon", 1e-5)?;
    n.only("stash_type", 1)?;
    let groups = usize::try_from(n.int("num_groups", 0)?).unwrap_or(0);
    let channels = x.shape.get(1).copied().unwrap_or(0);
    if groups == 0 || channels % groups != 0 || channels * x.len() == 0 {
        let reason = format!("does not divide the channels of {:?}", x.shape);
        return Err(NodeFault::attribute("num_groups", reason));
    }
    let images = x.shape[0];
    let cut = n.reshaped(&x, &[images, groups, x.len() / images / groups])?;
    let [mean, _, inverse] = statistics(n, &cut, &[2], epsilon)?;
    if n.opset < 21 {
        let (scale, offset) = (by_channel(n, 1, &mean)?, by_channel(n, 2, &mean)?);
        let y = affine(n, &cut, [&mean, &inverse], [&scale, &offset])?;
        return Ok(vec![n.reshaped(&y, &x.shape)?]);
    }
    let planes = n.reshaped(&cut, &[images, channels, x.len() / images / channels])?;
    let (scale, offset) = (by_channel(n, 1, &planes)?, by_channel(n, 2, &planes)?);
    let wide = |n: &mut Lowering<'_, '_>, of: &Value| {
        let of = n.reshaped(of, &[images, groups, 1])?;
        let of = n.broadcast(&of, &[images, groups, channels / groups])?;
        n.reshaped(&of, &[images, channels, 1])
    };
    let (mean, inverse) = (wide(n, &mean)?, wide(n, &inverse)?);
    let y = affine(n, &planes, [&mean, &inverse], [&scale, &offset])?;
    Ok(vec![n.reshaped(&y, &x.shape)?])
}

/// `(x - mean) / (sqrt(variance) + 1e-9)` over axes.
fn mean_variance(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let axes = n.ints("axes")?.unwrap_or(&[0, 2, 3]).to_vec();
    let axes = axes.iter().map(|axis| n.axis(*axis, x.shape.len()));
    let mut axes = axes.collect::<Result<Vec<usize>, _>>()?;
    axes.sort_unstable();
    axes.dedup();
    let [mean, variance, _] = statistics(n, &x, &axes, 0.0)?;
    let mut f = Formula::default();
    let distance = f.call("f32::sub", [Term::Operand(0), Term::Operand(1)]);
    let root = f.call("f32::sqrt", [Term::Operand(2)]);
    let below = f.call("f32::add", [root, Term::float(1e-9)]);
    f.call("f32::div", [distance, below]);
    Ok(vec![n.formula(f, &[&x, &mean, &variance], x.element)?])
}

/// Lines by the sum of their sizes, or by its root of squares.
fn length_norm(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let axis = n.int("axis", -1)?;
    let axis = n.axis(axis, x.shape.len())?;
    let fold = match n.int("p", 2)? {
        1 => reduce::L1,
        2 => reduce::L2,
        p => {
            return Err(NodeFault::attribute(
                "p",
                format!("is {p}, and 1 and 2 are supported"),
            ));
        }
    };
    let mut shape = x.shape.clone();
    shape[axis] = 1;
    let norm = folded(n, &x, &[axis], fold, &shape)?;
    Ok(vec![n.formula(
        Formula::of::<2>("f32::div"),
        &[&x, &norm],
        x.element,
    )?])
}

/// `x / (bias + alpha / size * sum)^beta`, the sum that of the squares of neighbouring channels.
fn local_norm(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let size = usize::try_from(n.int("size", 0)?).unwrap_or(0);
    let [alpha, beta] = [n.float("alpha", 1e-4)?, n.float("beta", 0.75)?];
    let bias = n.float("bias", 1.0)?;
    let &[images, channels, ref lens @ ..] = &x.shape[..] else {
        return Err(NodeFault::input(0, "has no dimension of channels"));
    };
    if size == 0 || size > crate::tensor::MOST_ELEMENTS {
        return Err(NodeFault::attribute("size", "is not a positive number"));
    }
    let behind = lens.iter().product::<usize>();
    let cut = n.reshaped(&x, &[images, channels, behind])?;
    let before = (size - 1) / 2;
    let mut windows = Windows {
        sides: vec![size, 1],
        strides: vec![1, 1],
        dilations: vec![1, 1],
        padding: vec![[before, size - 1 - before], [0, 0]],
        lens: vec![channels, behind],
        counts: vec![],
    };
    windows.count(false);
    let columns = windows.columns(n, (&cut, images), 0, false)?;
    let sum = folded(n, &columns, &[1], reduce::SQUARES, &x.shape)?;
    let mut f = Formula::default();
    let part = Term::float(alpha / size as f32);
    let scaled = f.call("f32::mul", [part, Term::Operand(1)]);
    let moved = f.call("f32::add", [Term::float(bias), scaled]);
    let power = f.call("f32::pow", [moved, Term::float(beta)]);
    f.call("f32::div", [Term::Operand(0), power]);
    Ok(vec![n.formula(f, &[&x, &sum], x.element)?])
}
