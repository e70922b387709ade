//! Powers.

use super::elementwise::{INTEGERS, NUMBERS};
use super::{Operator, Results, integers, row};
use crate::element::{Element, Kind};
use crate::lowering::{FLOATS, Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};
use crate::tensor::Tensor;

pub(super) const ROWS: &[Operator] = &[row("Pow", pow)];

/// A power with the type of its base.
fn pow(n: &mut Lowering<'_, '_>) -> Results {
    let base = n.typed(0, &NUMBERS)?;
    let exponent = n.typed(1, &NUMBERS)?;
    if base.element.is_integer() && exponent.element.is_integer() {
        return Ok(vec![integer_power(n, [&base, &exponent])?]);
    }
    if base.element.words() == 2 {
        let ([a, b], shape) = integers::known(n, [&base, &exponent])?;
        let pairs = integers::doubles(&a).into_iter().zip(integers::doubles(&b));
        // Whole powers alone: the host has no other pow that is the same everywhere.
        let whole = |b: f64| (b.fract() == 0.0 && (0.0..64.0).contains(&b)).then_some(b as u32);
        let powers = pairs.map(|(a, b)| whole(b).and_then(|b| (a as i128).checked_pow(b)));
        let powers = powers.collect::<Option<Vec<i128>>>();
        return Ok(vec![integers::of_wides(n, (base.element, &shape), powers)?]);
    }
    let exponent = as_floats(n, &exponent)?;
    let (mut f, element) = (Formula::default(), base.element);
    let mut x = Term::Operand(0);
    let is_integer = element.is_integer();
    if is_integer {
        x = f.call("i32::to_f32", [x]);
    }
    let power = f.call("f32::pow", [x, Term::Operand(1)]);
    if is_integer {
        f.call("f32::to_i32_truncate", [power]);
    }
    Ok(vec![n.formula(f, &[&base, &exponent], element)?])
}

/// Exponents as floats; those of integers that are constants must be floats of 32 bits.
fn as_floats(n: &mut Lowering<'_, '_>, exponent: &Value) -> Result<Value, NodeFault> {
    if FLOATS.contains(&exponent.element) {
        return Ok(exponent.clone());
    }
    let Some(tensor) = exponent.known() else {
        if !INTEGERS.contains(&exponent.element) || exponent.element == Element::U64 {
            return Err(NodeFault::input(
                1,
                "is not a constant: insert a Cast to float",
            ));
        }
        let op = if exponent.element == Element::U32 {
            "u32::to_f32"
        } else {
            "i32::to_f32"
        };
        return n.formula(Formula::of::<1>(op), &[exponent], Element::F32);
    };
    let doubles = tensor.to_doubles();
    if doubles.iter().any(|x| f64::from(*x as f32) != *x) {
        return Err(NodeFault::input(
            1,
            "has a number that no float is: use floats",
        ));
    }
    let floats: Vec<f32> = doubles.iter().map(|x| *x as f32).collect();
    n.constant(Tensor::floats(&exponent.shape, &floats).map_err(integers::fault)?)
}

/// A power of integers by squares, which wraps. To a negative power an integer is 0, but for 1 and -1.
fn integer_power(
    n: &mut Lowering<'_, '_>,
    [base, exponent]: [&Value; 2],
) -> Result<Value, NodeFault> {
    if base.element.words() == 2 {
        let ([a, b], shape) = integers::known(n, [base, exponent])?;
        let pairs = integers::wides(&a).into_iter().zip(integers::wides(&b));
        let powers = pairs.map(|(a, b)| a.checked_pow(u32::try_from(b).ok()?));
        let powers = powers.collect();
        return integers::of_wides(n, (base.element, &shape), powers);
    }
    let (mut f, [x, by]) = (Formula::default(), [Term::Operand(0), Term::Operand(1)]);
    let (mut square, mut value) = (x, Term::Word(1));
    for bit in 0..32 {
        let is_set = f.call("u32::bit_and", [by, Term::Word(1 << bit)]);
        let is_set = f.call("u32::cast_bool", [is_set]);
        let more = f.call("u32::mul", [value, square]);
        value = f.call("bool::select", [is_set, more, value]);
        square = f.call("u32::mul", [square, square]);
    }
    if exponent.element.kind() == Kind::Signed {
        let is_negative = f.call("i32::slt", [by, Term::Word(0)]);
        let squared = f.call("u32::mul", [x, x]);
        // The power of 1 and of -1 is right already: the lowest bit decides it.
        let is_unit = f.call("u32::eq", [squared, Term::Word(1)]);
        let else_zero = f.call("bool::select", [is_unit, value, Term::Word(0)]);
        value = f.call("bool::select", [is_negative, else_zero, value]);
    }
    f.call("u32::add", [value, Term::Word(0)]);
    n.formula(f, &[base, exponent], base.element)
}
