//! Numbers of 64 bits that the host computes with: shapes, axes, lengths, and constants of int64, uint64 and double.

use crate::element::{Element, Kind};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::tensor::{Tensor, TensorError};

/// The fault of a result that is not a tensor.
pub(super) fn fault(error: TensorError) -> NodeFault {
    NodeFault::node(format!("the result {error}"))
}

/// The constants of operands, broadcast to one shape.
pub(super) fn known<const N: usize>(
    n: &mut Lowering<'_, '_>,
    operands: [&Value; N],
) -> Result<([Value; N], Vec<usize>), NodeFault> {
    let shape = crate::lowering::broadcast_shape(&operands.map(|of| &*of.shape))?;
    crate::tensor::elements(&shape).map_err(fault)?;
    let mut all = operands.map(Value::clone);
    for (k, operand) in operands.into_iter().enumerate() {
        if operand.known().is_none() {
            let (narrow, element) = match operand.element {
                Element::F64 => ("float", operand.element),
                element => ("int32", element),
            };
            let reason = format!(
                "is of {element} and computed from the inputs, and a machine computes with 32 bits: insert a Cast to \
                 {narrow}"
            );
            return Err(NodeFault::input(k, reason));
        }
        all[k] = n.broadcast(operand, &shape)?;
    }
    Ok((all, shape))
}

/// The integers of a constant.
pub(super) fn wides(value: &Value) -> Vec<i128> {
    value.known().map_or(vec![], |tensor| tensor.to_wides())
}

/// The floats of a constant.
pub(super) fn doubles(value: &Value) -> Vec<f64> {
    value.known().map_or(vec![], |tensor| tensor.to_doubles())
}

/// Integers as a constant of a type that has them.
pub(super) fn of_wides(
    n: &mut Lowering<'_, '_>,
    (element, shape): (Element, &[usize]),
    values: Option<Vec<i128>>,
) -> Result<Value, NodeFault> {
    let bits = element.bits();
    let fits = |x: &i128| match element.kind() {
        Kind::Signed => (*x >> (bits - 1)) == 0 || (*x >> (bits - 1)) == -1,
        _ => (*x >> bits) == 0,
    };
    let Some(values) = values.filter(|all| all.iter().all(fits)) else {
        return Err(NodeFault::node(format!(
            "divides by zero, or leaves the range of {element}"
        )));
    };
    n.constant(Tensor::wides(element, shape, values).map_err(fault)?)
}

/// An operation on two constants of integers of one type.
pub(super) fn binary(
    n: &mut Lowering<'_, '_>,
    operands: [&Value; 2],
    of: impl Fn(i128, i128) -> Option<i128>,
) -> Result<Value, NodeFault> {
    let element = operands[0].element;
    let ([a, b], shape) = known(n, operands)?;
    let (a, b) = (wides(&a), wides(&b));
    let values = a.iter().zip(&b).map(|(a, b)| of(*a, *b)).collect();
    of_wides(n, (element, &shape), values)
}

/// An operation on two constants of doubles.
pub(super) fn binary_doubles(
    n: &mut Lowering<'_, '_>,
    operands: [&Value; 2],
    of: impl Fn(f64, f64) -> f64,
) -> Result<Value, NodeFault> {
    let ([a, b], shape) = known(n, operands)?;
    let (a, b) = (doubles(&a), doubles(&b));
    let values: Vec<f64> = a.iter().zip(&b).map(|(a, b)| of(*a, *b)).collect();
    n.constant(Tensor::doubles(&shape, &values).map_err(fault)?)
}

/// A constant of integers of 64 bits.
pub(super) fn longs(
    n: &mut Lowering<'_, '_>,
    shape: &[usize],
    values: &[i64],
) -> Result<Value, NodeFault> {
    n.constant(Tensor::longs(shape, values).map_err(fault)?)
}
