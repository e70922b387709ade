//! Elements of pooled windows in their places again.

use super::Results;
use super::scatter::{Reduction, scattered};
use super::windows::{numbers, pads};
use super::{integers, places};
use crate::lowering::{Lowering, NodeFault};
use crate::tensor::Tensor;

/// A tensor of zeros with the elements in the places that a `MaxPool` gave.
pub(super) fn max_unpool(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let at = places::operand(n, 1)?;
    let rank = x.shape.len().saturating_sub(2);
    let sides = numbers(n, "kernel_shape", rank)?;
    let strides = numbers(n, "strides", rank)?;
    let around = pads(n, rank)?;
    let given = n.optional_longs(2)?;
    if x.shape.len() < 3 || at.shape != x.shape {
        return Err(NodeFault::input(
            1,
            format!(
                "has the shape {:?}, and {:?} of 3 dimensions or more is expected",
                at.shape, x.shape
            ),
        ));
    }
    let mut inferred = x.shape.clone();
    for k in 0..rank {
        let whole = (x.shape[k + 2].max(1) - 1)
            .saturating_mul(strides[k])
            .saturating_add(sides[k]);
        inferred[k + 2] = whole.saturating_sub(around[k].iter().sum());
    }
    let shape = match given {
        None => inferred.clone(),
        Some(given) => {
            let lens = given.iter().map(|len| usize::try_from(*len));
            lens.collect::<Result<Vec<_>, _>>()
                .map_err(|_| NodeFault::input(2, "has a negative length"))?
        }
    };
    let len = crate::tensor::elements(&shape).map_err(integers::fault)?;
    let zeros = Tensor::new(x.element, &shape, vec![0; len]);
    let zeros = n.constant(zeros.map_err(integers::fault)?)?;
    let rows = crate::tensor::elements(&inferred).map_err(integers::fault)?;
    let at = places::from_start(n, (1, &at), rows)?;
    let at = in_larger(n, &at, &inferred, &shape)?;
    Ok(vec![scattered(
        n,
        [&zeros, &at, &x],
        1,
        Reduction::Replace,
    )?])
}

/// Places in a tensor as those in one of greater lengths.
fn in_larger(
    n: &mut Lowering<'_, '_>,
    at: &crate::lowering::Value,
    shape: &[usize],
    larger: &[usize],
) -> Result<crate::lowering::Value, NodeFault> {
    if shape == larger {
        return Ok(at.clone());
    }
    if larger.len() != shape.len() || shape.iter().zip(larger).any(|(own, of)| own > of) {
        return Err(NodeFault::input(
            2,
            format!("is {larger:?}, which does not fit {shape:?}"),
        ));
    }
    let (own, of) = (crate::steps::strides(shape), crate::steps::strides(larger));
    let len = shape.iter().product();
    let all = (0..len).map(|at: usize| {
        let all = (0..shape.len()).map(|k| at / own[k] % shape[k].max(1) * of[k]);
        all.sum()
    });
    let all: Vec<usize> = all.collect();
    let table = places::table(n, &[len], all)?;
    places::picked(n, &table, at)
}
