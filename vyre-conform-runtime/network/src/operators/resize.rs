//! Images of other sizes: along one axis after another every element is a sum of elements by weights, which the host
//! computes from sizes alone.

use super::gather::along;
use super::logic::chosen;
use super::reduce::{SUM, folded};
use super::taps::{Axis, Rule, Taps};
use super::{Operator, Results, integers, places, row};
use crate::element::Element;
use crate::lowering::{FLOATS, Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};
use crate::tensor::{Tensor, elements};

/// The most elements along an axis that gets another length.
const MOST_SIDE: usize = 1 << 20;

pub(super) const ROWS: &[Operator] = &[row("Resize", resize), row("Upsample", upsample)];

fn floats(n: &Lowering<'_, '_>, k: usize) -> Result<Vec<f64>, NodeFault> {
    let Some(value) = n.optional(k) else {
        return Ok(vec![]);
    };
    match (value.known(), value.element) {
        (Some(tensor), Element::F32 | Element::F16 | Element::F64) => Ok(tensor.to_doubles()),
        (Some(_), _) => Err(NodeFault::input(k, "is not of floats")),
        (None, _) if value.len() == 0 => Ok(vec![]),
        (None, _) => Err(NodeFault::input(
            k,
            "decides a shape, and is computed from the inputs: make it a constant",
        )),
    }
}

fn upsample(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let scales = if n.opset < 9 {
        let scales = n.floats("scales")?.unwrap_or(&[]);
        scales.iter().map(|x| f64::from(*x)).collect()
    } else {
        floats(n, 1)?
    };
    let rule = Rule {
        mode: n.text("mode", "nearest")?,
        coordinates: "asymmetric",
        nearest: "floor",
        cubic: -0.75,
        excludes_outside: false,
        smooths: false,
        extrapolation: 0.0,
    };
    let axes: Vec<usize> = (0..x.shape.len()).collect();
    let axes = scaled(&x, &axes, &scales)?;
    Ok(vec![resized(n, &x, &axes, &rule)?])
}

/// The axes by their scales.
fn scaled(x: &Value, axes: &[usize], scales: &[f64]) -> Result<Vec<Axis>, NodeFault> {
    if scales.len() != axes.len() {
        return Err(NodeFault::node(format!(
            "has {} scales for {} axes",
            scales.len(),
            axes.len()
        )));
    }
    let all = axes.iter().zip(scales).map(|(axis, scale)| {
        let len = (x.shape[*axis] as f64 * scale).floor();
        if !(0.0..=MOST_SIDE as f64).contains(&len) || *scale <= 0.0 {
            return Err(NodeFault::node(format!("scales axis {axis} by {scale}")));
        }
        Ok(Axis {
            axis: *axis,
            len: len as usize,
            scale: *scale,
            part: [0.0, 1.0],
        })
    });
    all.collect()
}

/// The axes by their lengths: those that are given, or that keep the proportions.
fn sized(
    n: &Lowering<'_, '_>,
    (x, axes): (&Value, &[usize]),
    lens: &[i64],
) -> Result<Vec<Axis>, NodeFault> {
    let policy = n.text("keep_aspect_ratio_policy", "stretch")?;
    let misfit = || NodeFault::input(3, format!("is {lens:?}, which does not fit {:?}", x.shape));
    let positive = lens.iter().all(|len| (1..=MOST_SIDE as i64).contains(len));
    if lens.len() != axes.len() || !positive || axes.iter().any(|k| x.shape[*k] == 0) {
        return Err(misfit());
    }
    let scales = axes
        .iter()
        .zip(lens)
        .map(|(k, len)| *len as f64 / x.shape[*k] as f64);
    let scales: Vec<f64> = scales.collect();
    let one = match policy {
        "stretch" => None,
        "not_larger" => scales.iter().copied().reduce(f64::min),
        "not_smaller" => scales.iter().copied().reduce(f64::max),
        other => {
            let reason = format!("is `{other}`: stretch, not_larger and not_smaller are supported");
            return Err(NodeFault::attribute("keep_aspect_ratio_policy", reason));
        }
    };
    let all = axes.iter().zip(lens).zip(&scales).map(|((k, len), scale)| {
        let own = one.map(|one| (one * x.shape[*k] as f64 + 0.5).floor() as usize);
        Axis {
            axis: *k,
            len: own.unwrap_or(*len as usize),
            scale: one.unwrap_or(*scale),
            part: [0.0, 1.0],
        }
    });
    Ok(all.collect())
}

fn resize(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.input(0)?;
    let rank = x.shape.len();
    let is_old = n.opset < 11;
    let coordinates = if is_old { "asymmetric" } else { "half_pixel" };
    let nearest = if is_old {
        "floor"
    } else {
        "round_prefer_floor"
    };
    let rule = Rule {
        mode: n.text("mode", "nearest")?,
        coordinates: n.text("coordinate_transformation_mode", coordinates)?,
        nearest: n.text("nearest_mode", nearest)?,
        cubic: n.float("cubic_coeff_a", -0.75)?.into(),
        excludes_outside: n.int("exclude_outside", 0)? != 0,
        smooths: n.int("antialias", 0)? != 0,
        extrapolation: n.float("extrapolation_value", 0.0)?,
    };
    let axes = match n.ints("axes")? {
        None => (0..rank).collect(),
        Some(axes) => {
            let all = axes.iter().map(|axis| n.axis(*axis, rank));
            all.collect::<Result<Vec<usize>, _>>()?
        }
    };
    let (roi, scales) = if is_old {
        (vec![], floats(n, 1)?)
    } else {
        (floats(n, 1)?, floats(n, 2)?)
    };
    let lens = n.optional_longs(3)?.unwrap_or_default();
    let mut of = if lens.is_empty() {
        scaled(&x, &axes, &scales)?
    } else {
        sized(n, (&x, &axes), &lens)?
    };
    if rule.coordinates == "tf_crop_and_resize" {
        if roi.len() != 2 * axes.len() {
            return Err(NodeFault::input(
                1,
                "does not have two numbers for each axis",
            ));
        }
        for (k, axis) in of.iter_mut().enumerate() {
            axis.part = [roi[k], roi[k + axes.len()]];
        }
    }
    Ok(vec![resized(n, &x, &of, &rule)?])
}

fn resized(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    axes: &[Axis],
    rule: &Rule<'_>,
) -> Result<Value, NodeFault> {
    let mut result = x.clone();
    for axis in axes.iter().rev() {
        let len = result.shape[axis.axis];
        let is_same = axis.len == len && (axis.scale - 1.0).abs() < f64::EPSILON;
        if is_same && rule.coordinates != "tf_crop_and_resize" {
            continue;
        }
        if len == 0 {
            return Err(NodeFault::input(0, "is empty"));
        }
        let mut shape = result.shape.clone();
        shape[axis.axis] = axis.len;
        elements(&shape).map_err(integers::fault)?;
        let taps = rule.taps(axis, len)?;
        result = summed(n, &result, axis.axis, &taps)?;
        if taps.outside.iter().any(|is| *is) {
            result = extrapolated(n, &result, axis.axis, (&taps, rule.extrapolation))?;
        }
    }
    Ok(result)
}

/// Every element of a result as the sum of its elements by their weights, from the first on.
fn summed(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    axis: usize,
    taps: &Taps,
) -> Result<Value, NodeFault> {
    let count = taps.places.len();
    let most = taps.places.iter().map(Vec::len).max().unwrap_or(1);
    let is_whole = |weights: &Vec<f64>| weights.iter().all(|by| *by == 0.0 || *by == 1.0);
    if taps.weights.iter().all(is_whole) {
        let places = taps
            .places
            .iter()
            .zip(&taps.weights)
            .map(|(places, weights)| {
                let one = weights.iter().position(|by| *by == 1.0);
                places[one.unwrap_or(0)]
            });
        let places = places::table(n, &[count], places.collect::<Vec<_>>())?;
        return along(n, x, &places, axis);
    }
    if !FLOATS.contains(&x.element) {
        return Err(NodeFault::input(
            0,
            format!("is of {}: insert a Cast", x.element),
        ));
    }
    let at = |k: usize| {
        taps.places
            .iter()
            .map(move |places| places.get(k).copied().unwrap_or(0))
    };
    let places: Vec<usize> = (0..most).flat_map(at).collect();
    let by = |k: usize| {
        taps.weights
            .iter()
            .map(move |weights| weights.get(k).copied().unwrap_or(0.0) as f32)
    };
    let weights: Vec<f32> = (0..most).flat_map(by).collect();
    let places = places::table(n, &[most, count], places)?;
    let parts = along(n, x, &places, axis)?;
    let mut dims = vec![1; parts.shape.len()];
    (dims[axis], dims[axis + 1]) = (most, count);
    let weights = Tensor::floats(&dims, &weights).map_err(integers::fault)?;
    let weights = n.constant(weights)?;
    let product = n.formula(Formula::of::<2>("f32::mul"), &[&parts, &weights], x.element)?;
    let mut shape = parts.shape.clone();
    shape.remove(axis);
    folded(n, &product, &[axis], SUM, &shape)
}

/// The result with one number in the places that are outside.
fn extrapolated(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    axis: usize,
    (taps, value): (&Taps, f32),
) -> Result<Value, NodeFault> {
    if !x.element.is_float() {
        return Err(NodeFault::input(0, "is extrapolated, and not of floats"));
    }
    let mut dims = vec![1; x.shape.len()];
    dims[axis] = taps.outside.len();
    let words = taps.outside.iter().map(|is| u32::from(*is)).collect();
    let mask = Tensor::new(Element::Bool, &dims, words).map_err(integers::fault)?;
    let mask = n.constant(mask)?;
    let mut f = Formula::default();
    f.call("f32::add", [Term::Operand(0), Term::float(0.0)]);
    let value = Tensor::floats(&[], &[value]).map_err(integers::fault)?;
    let value = n.constant(value)?;
    let value = n.formula(f, &[&value], x.element)?;
    chosen(n, [&mask, &value, x])
}
