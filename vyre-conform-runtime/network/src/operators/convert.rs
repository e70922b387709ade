//! Conversions between types of elements.

use super::{Operator, integers, row, since};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::onnx::{element_name, supported};
use crate::steps::{Formula, Term};
use crate::tensor::{Element, Tensor};

pub(super) const ROWS: &[Operator] = &[
    row("Cast", |n| {
        let x = n.input(0)?;
        let Some(number) = n.optional_int("to")? else {
            return Err(NodeFault::attribute(
                "to",
                "is absent, and the operator needs it",
            ));
        };
        // It is about floats of 8 bits alone.
        n.int("saturate", 1)?;
        let Some(to) = supported(number) else {
            return Err(NodeFault::attribute(
                "to",
                format!(
                    "is {}: float, int32, int64 and bool are supported",
                    element_name(number)
                ),
            ));
        };
        Ok(vec![cast(n, &x, to)?])
    }),
    since(15, "CastLike", |n| {
        let (x, like) = (n.input(0)?, n.input(1)?);
        n.int("saturate", 1)?;
        Ok(vec![cast(n, &x, like.element)?])
    }),
];

/// The value as elements of another type.
fn cast(n: &mut Lowering<'_, '_>, x: &Value, to: Element) -> Result<Value, NodeFault> {
    if x.element == to {
        return Ok(x.clone());
    }
    if let Some(tensor) = x
        .known()
        .filter(|_| x.element == Element::I64 || to == Element::I64)
    {
        let longs = match x.element {
            Element::F32 => truncated(tensor)?,
            _ => tensor.to_longs(),
        };
        return host(n, &x.shape, &longs, to);
    }
    let mut f = Formula::default();
    let of = Term::Operand(0);
    match (x.element, to) {
        (Element::F32, Element::I32) => f.call("f32::to_i32_truncate", [of]),
        (Element::F32, Element::I64) => {
            return Err(NodeFault::attribute(
                "to",
                "is int64, of floats that are computed, and a machine has 32 bits: cast to int32",
            ));
        }
        (Element::F32, _) => {
            let is_zero = f.call("f32::eq", [of, Term::float(0.0)]);
            f.call("bool::not", [is_zero])
        }
        (Element::I32 | Element::I64, Element::F32) => f.call("i32::to_f32", [of]),
        (Element::I32 | Element::I64, Element::Bool) => f.call("i32::cast_bool", [of]),
        (Element::Bool, Element::F32) => {
            f.call("bool::select", [of, Term::float(1.0), Term::float(0.0)])
        }
        // A truth is the word of its number, and an integer of 64 bits that a machine has is one of 32.
        (Element::I32 | Element::I64 | Element::Bool, _) => {
            return Ok(Value {
                element: to,
                ..x.clone()
            })
            .and_then(|value| same_words(n, x, value));
        }
    };
    n.formula(f, &[x], to)
}

/// A value of the same words, of which a constant becomes one of the new type.
fn same_words(n: &mut Lowering<'_, '_>, x: &Value, value: Value) -> Result<Value, NodeFault> {
    let Some(tensor) = x.known() else {
        return Ok(value);
    };
    let tensor = Tensor::new(value.element, &value.shape, tensor.words().to_vec());
    n.constant(tensor.map_err(|error| NodeFault::node(error.to_string()))?)
}

/// The integral parts of floats that int64 has.
fn truncated(tensor: &Tensor) -> Result<Vec<i64>, NodeFault> {
    let floats = tensor.words().iter().map(|word| f32::from_bits(*word));
    let whole = floats.map(|x| (x.abs() < 9.2e18).then_some(x as i64));
    let whole: Option<Vec<i64>> = whole.collect();
    whole.ok_or_else(|| NodeFault::input(0, "has a float that int64 does not have"))
}

/// Integers of 64 bits as constants of a type. An integer without a float of its own is rounded to the nearest.
fn host(
    n: &mut Lowering<'_, '_>,
    shape: &[usize],
    longs: &[i64],
    to: Element,
) -> Result<Value, NodeFault> {
    let word: fn(i64) -> u32 = match to {
        Element::I64 => return integers::longs(n, shape, longs),
        Element::F32 => |value| (value as f32).to_bits(),
        Element::I32 => |value| value as u32,
        Element::Bool => |value| (value != 0).into(),
    };
    let words = longs.iter().map(|value| word(*value)).collect();
    let tensor = Tensor::new(to, shape, words);
    n.constant(tensor.map_err(|error| NodeFault::node(error.to_string()))?)
}
