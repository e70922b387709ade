//! Integers of 64 bits that the host computes with: shapes, axes, lengths.

use crate::lowering::{Lowering, NodeFault, Value};
use crate::tensor::Tensor;

/// The constants of two operands, broadcast to one shape.
pub(super) fn both(
    n: &mut Lowering<'_, '_>,
    operands: [&Value; 2],
) -> Result<([Vec<i64>; 2], Vec<usize>), NodeFault> {
    let shape = crate::lowering::broadcast_shape(&operands.map(|of| &*of.shape))?;
    let mut all = [vec![], vec![]];
    for (k, operand) in operands.into_iter().enumerate() {
        if operand.known().is_none() {
            return Err(NodeFault::input(
                k,
                "is of int64 and computed from the inputs, and a machine computes with 32 bits: insert a Cast to int32",
            ));
        }
        let whole = n.broadcast(operand, &shape)?;
        all[k] = whole.known().map_or(vec![], |tensor| tensor.to_longs());
    }
    Ok((all, shape))
}

/// An operation on two constants of integers.
pub(super) fn binary(
    n: &mut Lowering<'_, '_>,
    operands: [&Value; 2],
    of: impl Fn(i64, i64) -> Option<i64>,
) -> Result<Value, NodeFault> {
    let ([a, b], shape) = both(n, operands)?;
    let pairs = a.iter().zip(&b);
    let values: Option<Vec<i64>> = pairs.map(|(a, b)| of(*a, *b)).collect();
    let Some(values) = values else {
        return Err(NodeFault::node(
            "divides by zero, or leaves the range of int64",
        ));
    };
    longs(n, &shape, &values)
}

/// A constant of integers.
pub(super) fn longs(
    n: &mut Lowering<'_, '_>,
    shape: &[usize],
    values: &[i64],
) -> Result<Value, NodeFault> {
    let tensor = Tensor::longs(shape, values);
    n.constant(tensor.map_err(|error| NodeFault::node(format!("the result {error}")))?)
}
