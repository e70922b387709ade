//! Other shapes of a value. A shape of the same elements in the same order is the same buffer; everything else is a
//! movement, which the host makes where it knows the elements.

use super::{Lowering, NodeFault, Storage, Value};
use crate::element::Element;
use crate::steps::{Call, Movement, Part};
use crate::tensor::{MOST_RANK, Tensor, elements};

/// The steps of a tensor row by row, as those of an operand.
pub(crate) fn steps(shape: &[usize]) -> Vec<isize> {
    let all = crate::steps::strides(shape).into_iter();
    all.map(|step| step as isize).collect()
}

/// The words of elements of 64 bits.
fn pairs(words: &[u32]) -> Vec<[u32; 2]> {
    words.chunks(2).map(|of| [of[0], of[1]]).collect()
}

/// The shape that these shapes are broadcast to.
///
/// # Errors
/// Lengths that differ, neither being 1.
pub(crate) fn broadcast_shape(shapes: &[&[usize]]) -> Result<Vec<usize>, NodeFault> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut result = vec![1; rank];
    for shape in shapes {
        let behind = rank - shape.len();
        for (len, other) in result[behind..].iter_mut().zip(*shape) {
            match (*len, *other) {
                (1, other) => *len = other,
                (_, 1) => {}
                (len, other) if len == other => {}
                (len, other) => {
                    return Err(NodeFault::node(format!(
                        "the shapes {shapes:?} cannot be broadcast: {len} and {other} differ, and neither is 1"
                    )));
                }
            }
        }
    }
    Ok(result)
}

impl Lowering<'_, '_> {
    /// The result of a movement, each part of which has an operand.
    pub(crate) fn moved(
        &mut self,
        movement: Movement,
        operands: &[&Value],
        (element, shape): (Element, &[usize]),
    ) -> Result<Value, NodeFault> {
        let len =
            elements(shape).map_err(|error| NodeFault::node(format!("the result {error}")))?;
        let known: Option<Vec<_>> = operands.iter().map(|of| of.known()).collect();
        let Some(known) = known else {
            return self
                .out
                .step(Call::Movement(movement), operands, (element, shape), None);
        };
        let words = if element.words() == 2 {
            let pairs = known.iter().map(|tensor| pairs(tensor.words()));
            let pairs: Vec<Vec<[u32; 2]>> = pairs.collect();
            let pairs: Vec<&[[u32; 2]]> = pairs.iter().map(Vec::as_slice).collect();
            let fill = Tensor::from_machine(element, &[], vec![movement.fill]);
            let fill = fill.map_err(|error| NodeFault::node(error.to_string()))?;
            let fill = [fill.words()[0], fill.words()[1]];
            movement.moved(&pairs, fill, len).concat()
        } else {
            let words: Vec<&[u32]> = known.iter().map(|tensor| tensor.words()).collect();
            movement.moved(&words, movement.fill, len)
        };
        let tensor = Tensor::new(element, shape, words);
        self.constant(tensor.map_err(|error| NodeFault::node(error.to_string()))?)
    }

    /// The same elements in the same order with another shape of as many.
    pub(crate) fn reshaped(&mut self, value: &Value, shape: &[usize]) -> Result<Value, NodeFault> {
        let error = |error| NodeFault::node(format!("the result {error}"));
        let len = elements(shape).map_err(error)?;
        if len != value.len() {
            return Err(NodeFault::node(format!(
                "the shape {:?} has {} elements, and {shape:?} has {len}",
                value.shape,
                value.len()
            )));
        }
        let Storage::Constant(tensor) = &value.storage else {
            let shape = shape.to_vec();
            return Ok(Value {
                shape,
                ..value.clone()
            });
        };
        let tensor = Tensor::new(value.element, shape, tensor.words().to_vec());
        self.constant(tensor.map_err(error)?)
    }

    /// The dimensions in another order: dimension `k` of the result is `order[k]` of the value.
    pub(crate) fn permuted(&mut self, value: &Value, order: &[usize]) -> Result<Value, NodeFault> {
        if order.iter().enumerate().all(|(k, of)| k == *of) {
            return Ok(value.clone());
        }
        let from = steps(&value.shape);
        let shape: Vec<usize> = order.iter().map(|k| value.shape[*k]).collect();
        let from = order.iter().map(|k| from[*k]).collect();
        let part = Part::whole(&shape, 0, from);
        self.moved(Movement::one(part), &[value], (value.element, &shape))
    }

    /// The value repeated along dimensions of one element, and along new ones in front.
    pub(crate) fn broadcast(&mut self, value: &Value, shape: &[usize]) -> Result<Value, NodeFault> {
        if value.shape == shape {
            return Ok(value.clone());
        }
        let own = steps(&value.shape);
        let behind = shape.len() - value.shape.len();
        let step = |k: usize| match k.checked_sub(behind) {
            Some(k) if value.shape[k] != 1 => own[k],
            _ => 0,
        };
        let from = (0..shape.len()).map(step).collect();
        let part = Part::whole(shape, 0, from);
        self.moved(Movement::one(part), &[value], (value.element, shape))
    }

    /// The elements along a dimension from one on.
    pub(crate) fn narrowed(
        &mut self,
        value: &Value,
        axis: usize,
        start: usize,
        len: usize,
    ) -> Result<Value, NodeFault> {
        if start == 0 && len == value.shape[axis] {
            return Ok(value.clone());
        }
        let from = steps(&value.shape);
        let mut shape = value.shape.clone();
        shape[axis] = len;
        let first = start * from[axis] as usize;
        let part = Part::whole(&shape, first, from);
        self.moved(Movement::one(part), &[value], (value.element, &shape))
    }

    /// Values one behind the other along a dimension.
    pub(crate) fn joined(&mut self, values: &[Value], axis: usize) -> Result<Value, NodeFault> {
        let [first, ..] = values else {
            return Err(NodeFault::node("joins no tensors"));
        };
        if values.len() == 1 {
            return Ok(first.clone());
        }
        let mut shape = first.shape.clone();
        shape[axis] = values.iter().map(|value| value.shape[axis]).sum();
        elements(&shape).map_err(|error| NodeFault::node(format!("the result {error}")))?;
        let to = crate::steps::strides(&shape);
        let mut at = 0;
        let mut parts = vec![];
        for value in values {
            parts.push(Part {
                dims: value.shape.clone(),
                from: 0,
                from_strides: steps(&value.shape),
                to: at * to[axis],
                to_strides: to.clone(),
            });
            at += value.shape[axis];
        }
        let operands: Vec<&Value> = values.iter().collect();
        self.moved(
            Movement { fill: 0, parts },
            &operands,
            (first.element, &shape),
        )
    }

    /// An axis from either end as a place.
    pub(crate) fn axis(&self, axis: i64, rank: usize) -> Result<usize, NodeFault> {
        let wide = i64::try_from(rank).unwrap_or(MOST_RANK as i64);
        let place = if axis < 0 {
            axis.saturating_add(wide)
        } else {
            axis
        };
        match usize::try_from(place) {
            Ok(place) if place < rank => Ok(place),
            _ => Err(NodeFault::node(format!(
                "the axis {axis} is not one of a tensor of {rank} dimensions"
            ))),
        }
    }
}
