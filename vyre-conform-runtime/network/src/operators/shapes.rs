//! Shapes and constants: what the host knows when it plans.

use super::{Operator, Results, integers, row};
use crate::element::Element;
use crate::graph::Attribute;
use crate::lowering::{Lowering, NodeFault, Value};
use crate::tensor::{Tensor, elements};
use std::sync::Arc;

pub(super) const ROWS: &[Operator] = &[
    row("Constant", constant),
    row("ConstantOfShape", constant_of_shape),
    row("Dropout", dropout),
    row("Expand", expand),
    row("Flatten", flatten),
    row("Identity", |n| Ok(vec![n.input(0)?])),
    row("Range", range),
    row("Reshape", reshape),
    row("Shape", shape),
    row("Size", |n| {
        let x = n.input(0)?;
        Ok(vec![integers::longs(n, &[], &[x.len() as i64])?])
    }),
    row("Squeeze", squeeze),
    row("Unsqueeze", unsqueeze),
];

fn tensor(n: &mut Lowering<'_, '_>, of: Result<Tensor, crate::tensor::TensorError>) -> Results {
    let tensor = of.map_err(|error| NodeFault::node(error.to_string()))?;
    Ok(vec![n.constant(tensor)?])
}

fn constant(n: &mut Lowering<'_, '_>) -> Results {
    let names = [
        "value",
        "value_float",
        "value_floats",
        "value_int",
        "value_ints",
    ];
    let found: Vec<&Attribute> = names.into_iter().filter_map(|name| n.any(name)).collect();
    let of = match found[..] {
        [Attribute::Tensor(tensor)] => return Ok(vec![Value::constant(Arc::new(tensor.clone()))]),
        [Attribute::Float(value)] => Tensor::floats(&[], &[*value]),
        [Attribute::Floats(values)] => Tensor::floats(&[values.len()], values),
        [Attribute::Int(value)] => Tensor::longs(&[], &[*value]),
        [Attribute::Ints(values)] => Tensor::longs(&[values.len()], values),
        _ => {
            return Err(NodeFault::node(format!(
                "has not exactly one of the attributes {}",
                names.join(", ")
            )));
        }
    };
    tensor(n, of)
}

/// Lengths of a shape that was given as integers.
fn lengths(longs: &[i64]) -> Result<Vec<usize>, NodeFault> {
    let lens = longs.iter().map(|len| usize::try_from(*len));
    let lens: Result<Vec<usize>, _> = lens.collect();
    let lens =
        lens.map_err(|_| NodeFault::node(format!("the shape {longs:?} has a negative length")))?;
    elements(&lens).map_err(|error| NodeFault::node(format!("the result {error}")))?;
    Ok(lens)
}

fn constant_of_shape(n: &mut Lowering<'_, '_>) -> Results {
    let shape = lengths(&n.longs(0)?)?;
    let value = match n.any("value") {
        None => Tensor::floats(&[1], &[0.0]).map_err(|error| NodeFault::node(error.to_string()))?,
        Some(Attribute::Tensor(tensor)) if tensor.shape().iter().product::<usize>() == 1 => {
            tensor.clone()
        }
        Some(_) => {
            return Err(NodeFault::attribute(
                "value",
                "is not a tensor of one element",
            ));
        }
    };
    let len: usize = shape.iter().product();
    let words = value.words().repeat(len);
    tensor(n, Tensor::new(value.element(), &shape, words))
}

/// Inference keeps all elements, and so does a ratio of 0.
fn dropout(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    n.int("seed", 0)?;
    n.float("ratio", 0.5)?;
    n.int("is_test", 0)?;
    let zero = |k: usize| {
        let value = n.optional(k)?;
        let tensor = value.known()?;
        Some(tensor.words().iter().all(|word| *word == 0))
    };
    let (no_ratio, no_training) = (zero(1), zero(2));
    if n.optional(2).is_some() && no_training != Some(true) && no_ratio != Some(true) {
        return Err(NodeFault::input(
            2,
            "is not a constant false: export the model for inference",
        ));
    }
    if n.node.outputs.len() < 2 {
        return Ok(vec![x]);
    }
    let mask = Tensor::new(Element::Bool, &x.shape, vec![1; x.len()]);
    let mask = tensor(n, mask)?.remove(0);
    Ok(vec![x, mask])
}

fn expand(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let shape = lengths(&n.longs(1)?)?;
    let shape = crate::lowering::broadcast_shape(&[&x.shape, &shape])?;
    elements(&shape).map_err(|error| NodeFault::node(format!("the result {error}")))?;
    Ok(vec![n.broadcast(&x, &shape)?])
}

fn flatten(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let axis = n.int("axis", 1)?;
    let rank = x.shape.len();
    let axis = if axis == rank as i64 {
        rank
    } else {
        n.axis(axis, rank)?
    };
    let (before, behind) = x.shape.split_at(axis);
    let shape = [before.iter().product(), behind.iter().product()];
    Ok(vec![n.reshaped(&x, &shape)?])
}

/// Numbers from a start in steps; floats by `start + k * step`, each step rounded.
fn range_of_floats(n: &mut Lowering<'_, '_>) -> Results {
    let mut bounds = vec![];
    for k in 0..3 {
        match n.typed(k, &[Element::F32])?.known() {
            Some(tensor) if tensor.words().len() == 1 => {
                bounds.push(f32::from_bits(tensor.words()[0]));
            }
            _ => return Err(NodeFault::input(k, "is not a constant of one number")),
        }
    }
    let [start, end, step] = [bounds[0], bounds[1], bounds[2]];
    let count = ((f64::from(end) - f64::from(start)) / f64::from(step)).ceil();
    if !count.is_finite() || count > crate::tensor::MOST_ELEMENTS as f64 {
        return Err(NodeFault::node(format!(
            "gives {count} numbers: change its step"
        )));
    }
    let values = (0..count.max(0.0) as usize).map(|k| start + k as f32 * step);
    let values: Vec<f32> = values.collect();
    tensor(n, Tensor::floats(&[values.len()], &values))
}

fn range(n: &mut Lowering<'_, '_>) -> Results {
    if n.input(0)?.element.is_float() {
        return range_of_floats(n);
    }
    let bounds = [n.longs(0)?, n.longs(1)?, n.longs(2)?];
    let element = n.input(0)?.element;
    let [&[start], &[end], &[step]] = [&bounds[0][..], &bounds[1][..], &bounds[2][..]] else {
        return Err(NodeFault::node("its operands are not one integer each"));
    };
    let distance = i128::from(end) - i128::from(start);
    let len = match i128::from(step) {
        0 => return Err(NodeFault::input(2, "is 0, by which no range ends")),
        step => (distance + step - step.signum()) / step,
    };
    let len = usize::try_from(len.max(0)).unwrap_or(usize::MAX);
    elements(&[len]).map_err(|error| NodeFault::node(format!("the result {error}")))?;
    let values = (0..len as i64).map(|k| start.wrapping_add(k.wrapping_mul(step)));
    let values: Vec<i64> = values.collect();
    if element == Element::I32 {
        let words = values.iter().map(|value| *value as u32).collect();
        return tensor(n, Tensor::new(Element::I32, &[len], words));
    }
    Ok(vec![integers::longs(n, &[len], &values)?])
}

fn reshape(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let wanted = n.longs(1)?;
    let keeps_zeros = n.int("allowzero", 0)? != 0;
    let mut shape = vec![];
    let mut open = None;
    for (k, len) in wanted.iter().enumerate() {
        shape.push(match (*len, x.shape.get(k)) {
            (0, Some(len)) if !keeps_zeros => *len,
            (-1, _) if open.is_none() => {
                open = Some(k);
                1
            }
            (len, _) => match usize::try_from(len) {
                Ok(len) if len > 0 || keeps_zeros => len,
                _ => {
                    return Err(NodeFault::input(
                        1,
                        format!("is {wanted:?}, in which {len} is not a length"),
                    ));
                }
            },
        });
    }
    if let Some(k) = open {
        let others =
            elements(&shape).map_err(|error| NodeFault::node(format!("the result {error}")))?;
        if others == 0 || !x.len().is_multiple_of(others) {
            return Err(NodeFault::input(
                1,
                format!(
                    "is {wanted:?}, and no length in the place of -1 makes {} elements",
                    x.len()
                ),
            ));
        }
        shape[k] = x.len() / others;
    }
    Ok(vec![n.reshaped(&x, &shape)?])
}

fn shape(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let rank = x.shape.len() as i64;
    let bound = |value: i64| {
        let place = if value < 0 {
            value.saturating_add(rank)
        } else {
            value
        };
        place.clamp(0, rank) as usize
    };
    let (start, end) = (bound(n.int("start", 0)?), bound(n.int("end", rank)?));
    let lens = x.shape[start..end.max(start)].iter().map(|len| *len as i64);
    let lens: Vec<i64> = lens.collect();
    Ok(vec![integers::longs(n, &[lens.len()], &lens)?])
}

/// Places of axes in a tensor of a rank, each once.
fn places(n: &Lowering<'_, '_>, axes: &[i64], rank: usize) -> Result<Vec<usize>, NodeFault> {
    let all = axes.iter().map(|axis| n.axis(*axis, rank));
    let all: Vec<usize> = all.collect::<Result<_, _>>()?;
    let mut sorted = all.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() != all.len() {
        return Err(NodeFault::input(
            1,
            format!("is {axes:?}, which names an axis twice"),
        ));
    }
    Ok(all)
}

fn squeeze(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let rank = x.shape.len();
    let given = if n.opset < 13 {
        n.ints("axes")?.map(<[i64]>::to_vec)
    } else {
        n.optional_longs(1)?
    };
    let axes = match given {
        Some(axes) => places(n, &axes, rank)?,
        None => (0..rank).filter(|k| x.shape[*k] == 1).collect(),
    };
    if let Some(axis) = axes.iter().find(|axis| x.shape[**axis] != 1) {
        return Err(NodeFault::input(
            1,
            format!("names axis {axis}, whose length is {}", x.shape[*axis]),
        ));
    }
    let kept = (0..rank).filter(|k| !axes.contains(k));
    let shape: Vec<usize> = kept.map(|k| x.shape[k]).collect();
    Ok(vec![n.reshaped(&x, &shape)?])
}

fn unsqueeze(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let axes = if n.opset < 13 {
        n.ints("axes")?.unwrap_or(&[]).to_vec()
    } else {
        n.longs(1)?
    };
    let rank = x.shape.len() + axes.len();
    let axes = places(n, &axes, rank)?;
    let mut lens = x.shape.iter();
    let shape = (0..rank).map(|k| {
        let own = if axes.contains(&k) { None } else { lens.next() };
        own.copied().unwrap_or(1)
    });
    let shape: Vec<usize> = shape.collect();
    Ok(vec![n.reshaped(&x, &shape)?])
}
