//! Lines along an axis: an axis is brought to the end and back, and the host folds constants of 64 bits along it.

use super::integers;
use crate::element::Element;
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Movement, Part};
use crate::tensor::Tensor;

/// A value whose lines are rows, and the order of dimensions that made it.
pub(super) struct Lines {
    pub(super) value: Value,
    pub(super) rows: usize,
    pub(super) len: usize,
    order: Vec<usize>,
}

impl Lines {
    /// The lines of a value along an axis.
    pub(super) fn of(n: &mut Lowering<'_, '_>, x: &Value, axis: usize) -> Result<Self, NodeFault> {
        let mut order: Vec<usize> = (0..x.shape.len()).filter(|k| *k != axis).collect();
        order.push(axis);
        let len = x.shape[axis];
        Ok(Self {
            value: n.permuted(x, &order)?,
            rows: x.len() / len.max(1),
            len,
            order,
        })
    }

    /// The shape of rows of another length.
    pub(super) fn shape(&self, len: usize) -> Vec<usize> {
        let mut shape = self.value.shape.clone();
        if let Some(last) = shape.last_mut() {
            *last = len;
        }
        shape
    }

    /// A value of such rows with the axis in its place again.
    pub(super) fn back(&self, n: &mut Lowering<'_, '_>, value: &Value) -> Result<Value, NodeFault> {
        let mut back = vec![0; self.order.len()];
        for (k, of) in self.order.iter().enumerate() {
            back[*of] = k;
        }
        n.permuted(value, &back)
    }
}

/// The value from the other end along an axis.
pub(super) fn reversed(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    axis: usize,
) -> Result<Value, NodeFault> {
    let mut from = crate::lowering::steps(&x.shape);
    let first = x.shape[axis].saturating_sub(1) * from[axis] as usize;
    from[axis] = -from[axis];
    let part = Part::whole(&x.shape, first, from);
    n.moved(Movement::one(part), &[x], (x.element, &x.shape))
}

/// The lengths before, along and behind neighbouring axes.
pub(super) fn blocks(shape: &[usize], first: usize, count: usize) -> [usize; 3] {
    let product = |of: &[usize]| of.iter().product::<usize>();
    [
        product(&shape[..first]),
        product(&shape[first..first + count]),
        product(&shape[first + count..]),
    ]
}

/// A fold of a constant of 64 bits on the host, over `[outer, len, inner]`: of every prefix, or of all.
pub(super) fn folded(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    [outer, len, inner]: [usize; 3],
    (of, are_prefixes, shape): (&HostFold, bool, &[usize]),
) -> Result<Value, NodeFault> {
    let (known, _) = integers::known(n, [x])?;
    let places = move |o: usize, i: usize| (0..len).map(move |k| (o * len + k) * inner + i);
    let ends: Vec<[usize; 2]> = (0..outer)
        .flat_map(|o| (0..inner).map(move |i| [o, i]))
        .collect();
    if x.element == Element::F64 {
        let all = integers::doubles(&known[0]);
        let mut result = vec![0.0; if are_prefixes { all.len() } else { ends.len() }];
        for (end, [o, i]) in ends.into_iter().enumerate() {
            let mut value = of.doubles.0;
            for place in places(o, i) {
                value = (of.doubles.1)(value, all[place]);
                if are_prefixes {
                    result[place] = value;
                }
            }
            if !are_prefixes {
                result[end] = value;
            }
        }
        return n.constant(Tensor::doubles(shape, &result).map_err(integers::fault)?);
    }
    let all = integers::wides(&known[0]);
    let mut result = vec![0; if are_prefixes { all.len() } else { ends.len() }];
    for (end, [o, i]) in ends.into_iter().enumerate() {
        let mut value = of.wides.0;
        for place in places(o, i) {
            value = value.map_or(Some(all[place]), |value| (of.wides.1)(value, all[place]));
            if are_prefixes {
                result[place] = value.unwrap_or(i128::MAX);
            }
        }
        if !are_prefixes {
            result[end] = value.unwrap_or(i128::MAX);
        }
    }
    integers::of_wides(n, (x.element, shape), Some(result))
}

/// A step of integers, nothing beyond their range.
type WideStep = fn(i128, i128) -> Option<i128>;

/// A fold on the host: the value of nothing, and a step.
pub(super) struct HostFold {
    pub(super) doubles: (f64, fn(f64, f64) -> f64),
    pub(super) wides: (Option<i128>, WideStep),
}

/// A sum.
pub(super) const SUM: HostFold = HostFold {
    doubles: (0.0, |a, b| a + b),
    wides: (Some(0), i128::checked_add),
};
