//! Conversions between types of elements.

use super::{Operator, integers, row, since};
use crate::element::{Element, Kind};
use crate::lowering::{Lowering, NodeFault, Value, eight};
use crate::onnx::element_name;
use crate::steps::{Formula, Term};
use crate::tensor::Tensor;

pub(super) const ROWS: &[Operator] = &[
    row("Cast", |n| {
        let x = n.input(0)?;
        let Some(number) = n.optional_int("to")? else {
            return Err(NodeFault::attribute(
                "to",
                "is absent, and the operator needs it",
            ));
        };
        let saturates = n.int("saturate", 1)? != 0;
        let Some(to) = Element::numbered(number) else {
            return Err(NodeFault::attribute(
                "to",
                format!(
                    "is {}: numbers and truths are supported",
                    element_name(number)
                ),
            ));
        };
        Ok(vec![cast(n, &x, to, saturates)?])
    }),
    since(15, "CastLike", |n| {
        let (x, like) = (n.input(0)?, n.input(1)?);
        let saturates = n.int("saturate", 1)? != 0;
        Ok(vec![cast(n, &x, like.element, saturates)?])
    }),
];

/// The value as elements of another type.
pub(super) fn cast(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    to: Element,
    saturates: bool,
) -> Result<Value, NodeFault> {
    if x.element == to {
        return Ok(x.clone());
    }
    let is_wide = x.element.words() == 2 || to.words() == 2;
    if let Some(tensor) = x.known().filter(|_| is_wide) {
        let tensor = of_host(tensor, to)?;
        let value = n.constant(tensor)?;
        return match to.narrow() {
            Some(_) => cast(n, &value, to, saturates),
            None => Ok(value),
        };
    }
    let mut f = Formula::default();
    let of = Term::Operand(0);
    match (x.element.kind(), to.kind()) {
        (Kind::Float | Kind::Double, Kind::Signed | Kind::Unsigned) if to.words() == 2 => {
            return Err(NodeFault::attribute(
                "to",
                format!(
                    "is {to}, of floats that are computed, and a machine has 32 bits: cast to int32"
                ),
            ));
        }
        (Kind::Float | Kind::Double, Kind::Signed | Kind::Unsigned) if to.bits() == 4 => {
            four(&mut f, of, to)
        }
        (Kind::Float | Kind::Double, Kind::Signed) => f.call("f32::to_i32_truncate", [of]),
        (Kind::Float | Kind::Double, Kind::Unsigned) => {
            // A negative one wraps, as the integer does that it is in 32 bits.
            let is_negative = f.call("f32::lt", [of, Term::Word(0)]);
            let signed = f.call("f32::to_i32_truncate", [of]);
            let unsigned = f.call("f32::to_u32_truncate", [of]);
            f.call("bool::select", [is_negative, signed, unsigned])
        }
        (Kind::Float | Kind::Double, Kind::Truth) => {
            let is_zero = f.call("f32::eq", [of, Term::float(0.0)]);
            f.call("bool::not", [is_zero])
        }
        (Kind::Float | Kind::Double, Kind::Float | Kind::Double) => of,
        (Kind::Signed, Kind::Float | Kind::Double) => f.call("i32::to_f32", [of]),
        (Kind::Unsigned, Kind::Float | Kind::Double) => f.call("u32::to_f32", [of]),
        (Kind::Signed | Kind::Unsigned, Kind::Truth) => f.call("u32::cast_bool", [of]),
        (Kind::Truth, Kind::Float | Kind::Double) => {
            f.call("bool::select", [of, Term::float(1.0), Term::float(0.0)])
        }
        // A truth is the word of its number, and an integer of 64 bits that a machine has is one of 32.
        _ => of,
    };
    finished(n, x, f, (to, saturates))
}

/// A float as an integer of four bits, those of quantization: one beyond them becomes the nearest that they have.
fn four(f: &mut Formula, of: Term, to: Element) -> Term {
    let (least, most) = if to == Element::I4 {
        (-8.0, 7.0)
    } else {
        (0.0, 15.0)
    };
    let above = f.call("f32::max", [of, Term::float(least)]);
    let inside = f.call("f32::min", [above, Term::float(most)]);
    f.call("f32::to_i32_truncate", [inside])
}

/// The result of a conversion in 32 bits, rounded or wrapped to those that the type has.
fn finished(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    mut f: Formula,
    (to, saturates): (Element, bool),
) -> Result<Value, NodeFault> {
    let last = f.calls.len().checked_sub(1);
    let last = last.map_or(Term::Operand(0), Term::Result);
    match to.narrow() {
        Some(form) if to.bits() == 8 => {
            eight(&mut f, last, form, saturates);
        }
        _ => {
            crate::lowering::narrowed(&mut f, last, to);
        }
    }
    if !f.calls.is_empty() {
        return n.chosen(f, &[x], to);
    }
    let value = Value {
        element: to,
        ..x.clone()
    };
    let Some(tensor) = x.known() else {
        return Ok(value);
    };
    let tensor = Tensor::new(to, &value.shape, tensor.words().to_vec());
    n.constant(tensor.map_err(integers::fault)?)
}

/// A constant of 64 bits as another type, or another one as one of 64 bits. Floats of fewer than 32 bits are left as
/// those of 32.
fn of_host(tensor: &Tensor, to: Element) -> Result<Tensor, NodeFault> {
    let is_float = matches!(tensor.element().kind(), Kind::Float | Kind::Double);
    let shape = tensor.shape();
    let tensor = match to.kind() {
        Kind::Double => Tensor::doubles(shape, &tensor.to_doubles()),
        Kind::Float => {
            let floats: Vec<f32> = if is_float {
                tensor.to_doubles().iter().map(|x| *x as f32).collect()
            } else {
                tensor.to_wides().iter().map(|x| *x as f32).collect()
            };
            Tensor::floats(shape, &floats)
        }
        Kind::Truth if is_float => {
            let all = tensor.to_doubles();
            Tensor::wides(to, shape, all.iter().map(|x| i128::from(*x != 0.0)))
        }
        Kind::Truth => Tensor::wides(
            to,
            shape,
            tensor.to_wides().iter().map(|x| i128::from(*x != 0)),
        ),
        Kind::Signed | Kind::Unsigned if is_float => {
            let all = tensor.to_doubles().into_iter();
            let whole: Option<Vec<i128>> = all
                .map(|x| (x.abs() < 9.2e18).then_some(x as i128))
                .collect();
            let Some(whole) = whole else {
                let reason = format!("has a float that {to} does not have");
                return Err(NodeFault::input(0, reason));
            };
            Tensor::wides(to, shape, whole)
        }
        Kind::Signed | Kind::Unsigned => Tensor::wides(to, shape, tensor.to_wides()),
    };
    tensor.map_err(integers::fault)
}
