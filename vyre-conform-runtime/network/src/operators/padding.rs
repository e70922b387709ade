//! Tensors with elements around them.

use super::gather::along;
use super::moves::padded;
use super::{Operator, Results, integers, places, row, since};
use crate::element::Element;
use crate::lowering::{Lowering, NodeFault, Value};
use crate::tensor::MOST_ELEMENTS;

pub(super) const ROWS: &[Operator] =
    &[since(18, "CenterCropPad", center_crop_pad), row("Pad", pad)];

/// The word of an element that is put around others.
fn fill(n: &Lowering<'_, '_>, x: &Value) -> Result<u32, NodeFault> {
    if n.opset < 11 {
        return Ok(n.float("value", 0.0)?.to_bits());
    }
    if n.optional(2).is_none() {
        return Ok(0);
    }
    match n.typed(2, &[x.element])?.known() {
        Some(tensor) if tensor.words().len() == x.element.words() => {
            let words = tensor.machine_words();
            Ok(words.map_err(|e| NodeFault::input(2, e.to_string()))?[0])
        }
        _ => Err(NodeFault::input(2, "is not a constant of one element")),
    }
}

/// The numbers of elements before and behind along each axis; negative ones are cut off.
fn around(n: &Lowering<'_, '_>, rank: usize) -> Result<Vec<[i64; 2]>, NodeFault> {
    let (pads, axes) = if n.opset < 11 {
        (n.ints("pads")?.unwrap_or(&[]).to_vec(), None)
    } else {
        (n.longs(1)?, n.optional_longs(3)?)
    };
    let axes = match axes {
        None => (0..rank).collect(),
        Some(axes) => {
            let all = axes.iter().map(|axis| n.axis(*axis, rank));
            all.collect::<Result<Vec<usize>, _>>()?
        }
    };
    if pads.len() != 2 * axes.len() {
        let reason = format!("is {pads:?}, and {} numbers are expected", 2 * axes.len());
        return Err(NodeFault::input(1, reason));
    }
    let mut around = vec![[0; 2]; rank];
    for (k, axis) in axes.iter().enumerate() {
        around[*axis] = [pads[k], pads[k + axes.len()]];
        if around[*axis]
            .iter()
            .any(|len| len.unsigned_abs() > MOST_ELEMENTS as u64)
        {
            return Err(NodeFault::input(
                1,
                format!("is {pads:?}: use smaller numbers"),
            ));
        }
    }
    Ok(around)
}

fn pad(n: &mut Lowering<'_, '_>) -> Results {
    let mut x = n.input(0)?;
    let mode = n.text("mode", "constant")?;
    let fill = fill(n, &x)?;
    let around = around(n, x.shape.len())?;
    for (axis, [before, behind]) in around.iter().enumerate() {
        let cut = [*before, *behind].map(|len| (-len).max(0) as usize);
        let Some(left) = x.shape[axis].checked_sub(cut[0] + cut[1]) else {
            let reason = format!("cuts more than {} elements off axis {axis}", x.shape[axis]);
            return Err(NodeFault::input(1, reason));
        };
        x = n.narrowed(&x, axis, cut[0], left)?;
    }
    let around: Vec<[usize; 2]> = around
        .iter()
        .map(|of| of.map(|len| len.max(0) as usize))
        .collect();
    if mode == "constant" {
        return Ok(vec![padded(n, &x, &around, fill)?]);
    }
    for (axis, [before, behind]) in around.iter().enumerate() {
        if before + behind == 0 {
            continue;
        }
        let len = x.shape[axis];
        if len == 0 {
            return Err(NodeFault::input(0, "is empty, and has no edge"));
        }
        let places = (0..before + len + behind).map(|at| {
            let at = at as i64 - *before as i64;
            outside(mode, at, len as i64).map(|at| at as usize)
        });
        let places = places.collect::<Option<Vec<usize>>>();
        let places = places.ok_or_else(|| {
            let reason = format!("is `{mode}`: constant, reflect, edge and wrap are supported");
            NodeFault::attribute("mode", reason)
        })?;
        let places = places::table(n, &[places.len()], places)?;
        x = along(n, &x, &places, axis)?;
    }
    Ok(vec![x])
}

/// The place of the element that is repeated at a place, which may be outside.
fn outside(mode: &str, at: i64, len: i64) -> Option<i64> {
    match mode {
        "edge" => Some(at.clamp(0, len - 1)),
        "wrap" => Some(at.rem_euclid(len)),
        "reflect" if len == 1 => Some(0),
        "reflect" => {
            let period = 2 * (len - 1);
            let at = at.rem_euclid(period);
            Some(if at < len { at } else { period - at })
        }
        _ => None,
    }
}

/// The middle of a tensor, or a tensor in the middle of zeros.
fn center_crop_pad(n: &mut Lowering<'_, '_>) -> Results {
    let mut x = n.input(0)?;
    let lens = n.longs(1)?;
    let rank = x.shape.len();
    let axes = match n.ints("axes")? {
        None => (0..rank as i64).collect(),
        Some(axes) => axes.to_vec(),
    };
    if axes.len() != lens.len() {
        return Err(NodeFault::input(
            1,
            format!("is {lens:?}, for {} axes", axes.len()),
        ));
    }
    for (axis, len) in axes.iter().zip(&lens) {
        let axis = n.axis(*axis, rank)?;
        let wanted = usize::try_from(*len);
        let wanted = wanted.map_err(|_| NodeFault::input(1, "has a negative length"))?;
        let len = x.shape[axis];
        if wanted <= len {
            x = n.narrowed(&x, axis, (len - wanted) / 2, wanted)?;
        } else {
            let mut around = vec![[0; 2]; rank];
            let all = wanted - len;
            around[axis] = [all / 2, all - all / 2];
            x = padded(n, &x, &around, 0)?;
        }
    }
    Ok(vec![x])
}

/// A constant of truths by the coordinates of a matrix.
pub(super) fn mask(
    n: &mut Lowering<'_, '_>,
    [lines, columns]: [usize; 2],
    of: impl Fn(i64, i64) -> bool,
) -> Result<Value, NodeFault> {
    let places = (0..lines as i64).flat_map(|i| (0..columns as i64).map(move |j| (i, j)));
    let words = places.map(|(i, j)| u32::from(of(i, j))).collect();
    let tensor = crate::tensor::Tensor::new(Element::Bool, &[lines, columns], words);
    n.constant(tensor.map_err(integers::fault)?)
}
