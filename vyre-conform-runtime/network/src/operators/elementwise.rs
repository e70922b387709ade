//! Arithmetic and functions, element by element.

use super::{Operator, Results, integers, row};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};
use crate::tensor::{Element, Tensor};

pub(super) const ROWS: &[Operator] = &[
    row("Abs", |n| unary(n, "f32::abs", Some("i32::sabs"))),
    row("Acos", |n| unary(n, "f32::acos", None)),
    row("Add", |n| {
        binary(n, "f32::add", "i32::add", i64::checked_add)
    }),
    row("Asin", |n| unary(n, "f32::asin", None)),
    row("Atan", |n| unary(n, "f32::atan", None)),
    row("Ceil", |n| unary(n, "f32::ceil", None)),
    row("Cos", |n| unary(n, "f32::cos", None)),
    row("Div", |n| {
        binary(n, "f32::div", "i32::sdiv", i64::checked_div)
    }),
    row("Exp", |n| unary(n, "f32::exp", None)),
    row("Floor", |n| unary(n, "f32::floor", None)),
    row("Log", |n| unary(n, "f32::log", None)),
    row("Max", |n| extreme(n, "f32::max", "i32::smax", i64::max)),
    row("Mean", mean),
    row("Min", |n| extreme(n, "f32::min", "i32::smin", i64::min)),
    row("Mul", |n| {
        binary(n, "f32::mul", "i32::mul", i64::checked_mul)
    }),
    row("Neg", |n| unary(n, "f32::neg", Some("i32::sneg"))),
    row("Pow", pow),
    row("Reciprocal", reciprocal),
    row("Round", |n| unary(n, "f32::round", None)),
    row("Sign", sign),
    row("Sin", |n| unary(n, "f32::sin", None)),
    row("Sqrt", |n| unary(n, "f32::sqrt", None)),
    row("Sub", |n| {
        binary(n, "f32::sub", "i32::sub", i64::checked_sub)
    }),
    row("Sum", |n| Ok(vec![sum(n)?])),
    row("Tan", |n| unary(n, "f32::tan", None)),
];

/// An op of one operand, of floats and where there is one of integers.
fn unary(n: &mut Lowering<'_, '_>, floats: &'static str, ints: Option<&'static str>) -> Results {
    let types: &[Element] = match ints {
        Some(_) => &[Element::F32, Element::I32],
        None => &[Element::F32],
    };
    let x = n.typed(0, types)?;
    let op = match (x.element, ints) {
        (Element::I32, Some(op)) => op,
        _ => floats,
    };
    Ok(vec![n.formula(Formula::of::<1>(op), &[&x], x.element)?])
}

/// Two operands of one type.
pub(super) fn pair(n: &Lowering<'_, '_>, of: &[Element]) -> Result<[Value; 2], NodeFault> {
    let a = n.typed(0, of)?;
    let b = n.typed(1, &[a.element])?;
    Ok([a, b])
}

fn binary(
    n: &mut Lowering<'_, '_>,
    floats: &'static str,
    ints: &'static str,
    longs: fn(i64, i64) -> Option<i64>,
) -> Results {
    let [a, b] = pair(n, &[Element::F32, Element::I32, Element::I64])?;
    let op = match a.element {
        Element::I64 => return Ok(vec![integers::binary(n, [&a, &b], longs)?]),
        Element::I32 => ints,
        _ => floats,
    };
    Ok(vec![n.formula(
        Formula::of::<2>(op),
        &[&a, &b],
        a.element,
    )?])
}

/// Adds to a formula the extreme of two floats, NaN where either is NaN.
pub(super) fn float_extreme(formula: &mut Formula, op: &'static str, [a, b]: [Term; 2]) -> Term {
    let extreme = formula.call(op, [a, b]);
    let is_nan = [a, b].map(|of| formula.call("f32::is_nan", [of]));
    let either = formula.call("bool::or", is_nan);
    let nan = Term::float(f32::from_bits(0x7fc0_0000));
    formula.call("bool::select", [either, nan, extreme])
}

/// The extreme of any number of operands, one after another.
fn extreme(
    n: &mut Lowering<'_, '_>,
    floats: &'static str,
    ints: &'static str,
    longs: fn(i64, i64) -> i64,
) -> Results {
    let mut result = n.typed(0, &[Element::F32, Element::I32, Element::I64])?;
    for k in 1..n.inputs() {
        let next = n.typed(k, &[result.element])?;
        result = match result.element {
            Element::I64 => integers::binary(n, [&result, &next], |a, b| Some(longs(a, b)))?,
            Element::I32 => n.formula(Formula::of::<2>(ints), &[&result, &next], Element::I32)?,
            _ => {
                let mut formula = Formula::default();
                float_extreme(&mut formula, floats, [Term::Operand(0), Term::Operand(1)]);
                n.formula(formula, &[&result, &next], Element::F32)?
            }
        };
    }
    Ok(vec![result])
}

/// The sum of any number of operands from left to right.
fn sum(n: &mut Lowering<'_, '_>) -> Result<Value, NodeFault> {
    let mut result = n.float_input(0)?;
    for k in 1..n.inputs() {
        let next = n.float_input(k)?;
        result = n.formula(
            Formula::of::<2>("f32::add"),
            &[&result, &next],
            Element::F32,
        )?;
    }
    Ok(result)
}

fn mean(n: &mut Lowering<'_, '_>) -> Results {
    let all = sum(n)?;
    let mut formula = Formula::default();
    let count = Term::float(n.inputs() as f32);
    formula.call("f32::div", [Term::Operand(0), count]);
    Ok(vec![n.formula(formula, &[&all], Element::F32)?])
}

/// A power of floats. An exponent of integers is a constant, whose floats are exact.
fn pow(n: &mut Lowering<'_, '_>) -> Results {
    let base = n.float_input(0)?;
    let mut exponent = n.typed(1, &[Element::F32, Element::I32, Element::I64])?;
    if exponent.element != Element::F32 {
        let Some(tensor) = exponent.known() else {
            return Err(NodeFault::input(
                1,
                "is of integers and not a constant: insert a Cast to float",
            ));
        };
        let longs = tensor.to_longs();
        if longs.iter().any(|value| value.unsigned_abs() > 1 << 24) {
            return Err(NodeFault::input(
                1,
                "has an integer that no float is: use floats",
            ));
        }
        let floats: Vec<f32> = longs.iter().map(|value| *value as f32).collect();
        let tensor = Tensor::floats(&exponent.shape, &floats);
        exponent = n.constant(tensor.map_err(|error| NodeFault::node(error.to_string()))?)?;
    }
    let operands = [&base, &exponent];
    Ok(vec![n.formula(
        Formula::of::<2>("f32::pow"),
        &operands,
        Element::F32,
    )?])
}

fn reciprocal(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let mut formula = Formula::default();
    formula.call("f32::div", [Term::float(1.0), Term::Operand(0)]);
    Ok(vec![n.formula(formula, &[&x], Element::F32)?])
}

/// -1, 0 or 1; of NaN NaN.
fn sign(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.typed(0, &[Element::F32, Element::I32])?;
    if x.element == Element::I32 {
        return Ok(vec![n.formula(
            Formula::of::<1>("i32::sign"),
            &[&x],
            x.element,
        )?]);
    }
    let (mut f, x_) = (Formula::default(), Term::Operand(0));
    let above = f.call("f32::gt", [x_, Term::float(0.0)]);
    let below = f.call("f32::lt", [x_, Term::float(0.0)]);
    let is_nan = f.call("f32::is_nan", [x_]);
    let nan = Term::float(f32::from_bits(0x7fc0_0000));
    let otherwise = f.call("bool::select", [is_nan, nan, Term::float(0.0)]);
    let otherwise = f.call("bool::select", [below, Term::float(-1.0), otherwise]);
    f.call("bool::select", [above, Term::float(1.0), otherwise]);
    Ok(vec![n.formula(f, &[&x], Element::F32)?])
}
