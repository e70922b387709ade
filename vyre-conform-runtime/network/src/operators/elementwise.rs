//! Arithmetic, element by element.

use super::{Operator, Results, integers, row, since};
use crate::element::{Element, Kind};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};

pub(super) const ROWS: &[Operator] = &[
    row("Add", |n| binary(n, &ADD)),
    row("BitShift", shift),
    since(18, "BitwiseAnd", |n| bits(n, "u32::bit_and", |a, b| a & b)),
    since(18, "BitwiseNot", not_bits),
    since(18, "BitwiseOr", |n| bits(n, "u32::bit_or", |a, b| a | b)),
    since(18, "BitwiseXor", |n| bits(n, "u32::bit_xor", |a, b| a ^ b)),
    row("Div", |n| binary(n, &DIV)),
    row("Max", |n| extreme(n, &MAX)),
    row("Mean", mean),
    row("Min", |n| extreme(n, &MIN)),
    row("Mod", modulo),
    row("Mul", |n| binary(n, &MUL)),
    row("Sub", |n| binary(n, &SUB)),
    row("Sum", |n| Ok(vec![sum(n)?])),
];

/// Integers of every size.
pub(super) const INTEGERS: [Element; 10] = [
    Element::I32,
    Element::I64,
    Element::U8,
    Element::I8,
    Element::U16,
    Element::I16,
    Element::U32,
    Element::U64,
    Element::I4,
    Element::U4,
];

/// Floats that machines compute with, doubles, and integers.
pub(super) const NUMBERS: [Element; 14] = [
    Element::F32,
    Element::F16,
    Element::BF16,
    Element::F64,
    Element::I32,
    Element::I64,
    Element::U8,
    Element::I8,
    Element::U16,
    Element::I16,
    Element::U32,
    Element::U64,
    Element::I4,
    Element::U4,
];

/// An operation on elements of every kind.
pub(super) struct Operation {
    floats: &'static str,
    signed: &'static str,
    unsigned: &'static str,
    wides: fn(i128, i128) -> Option<i128>,
    doubles: fn(f64, f64) -> f64,
}

pub(super) const ADD: Operation = Operation {
    floats: "f32::add",
    signed: "i32::add",
    unsigned: "u32::add",
    wides: i128::checked_add,
    doubles: |a, b| a + b,
};
pub(super) const SUB: Operation = Operation {
    floats: "f32::sub",
    signed: "i32::sub",
    unsigned: "u32::sub",
    wides: i128::checked_sub,
    doubles: |a, b| a - b,
};
pub(super) const MUL: Operation = Operation {
    floats: "f32::mul",
    signed: "i32::mul",
    unsigned: "u32::mul",
    wides: i128::checked_mul,
    doubles: |a, b| a * b,
};
const DIV: Operation = Operation {
    floats: "f32::div",
    signed: "i32::sdiv",
    unsigned: "u32::div",
    wides: i128::checked_div,
    doubles: |a, b| a / b,
};
const MAX: Operation = Operation {
    floats: "f32::max",
    signed: "i32::smax",
    unsigned: "u32::max",
    wides: |a, b| Some(a.max(b)),
    doubles: |a, b| {
        if a.is_nan() || b.is_nan() {
            f64::NAN
        } else {
            a.max(b)
        }
    },
};
const MIN: Operation = Operation {
    floats: "f32::min",
    signed: "i32::smin",
    unsigned: "u32::min",
    wides: |a, b| Some(a.min(b)),
    doubles: |a, b| {
        if a.is_nan() || b.is_nan() {
            f64::NAN
        } else {
            a.min(b)
        }
    },
};

/// Two operands of one type. Up to set 6 the second one has its axes from an attribute on.
pub(super) fn pair(n: &mut Lowering<'_, '_>, of: &[Element]) -> Result<[Value; 2], NodeFault> {
    let a = n.typed(0, of)?;
    let mut b = n.typed(1, &[a.element])?;
    if n.opset < 7 {
        let axis = n.optional_int("axis")?;
        let is_broadcast = n.int("broadcast", 0)? != 0;
        n.any("consumed_inputs");
        if let (Some(axis), true) = (axis, is_broadcast) {
            let axis = n.axis(axis, a.shape.len())?;
            let behind = a.shape.len().saturating_sub(axis + b.shape.len());
            let mut shape = b.shape.clone();
            shape.extend(vec![1; behind]);
            b = n.reshaped(&b, &shape)?;
        }
    }
    Ok([a, b])
}

/// An operation on two values of one type.
pub(super) fn of_two(
    n: &mut Lowering<'_, '_>,
    [a, b]: [&Value; 2],
    operation: &Operation,
) -> Result<Value, NodeFault> {
    let op = match (a.element, a.element.kind()) {
        (Element::F64, _) => return integers::binary_doubles(n, [a, b], operation.doubles),
        (Element::I64 | Element::U64, _) => return integers::binary(n, [a, b], operation.wides),
        (_, Kind::Signed) => operation.signed,
        (_, Kind::Unsigned) => operation.unsigned,
        _ => operation.floats,
    };
    n.formula(Formula::of::<2>(op), &[a, b], a.element)
}

fn binary(n: &mut Lowering<'_, '_>, operation: &Operation) -> Results {
    let [a, b] = pair(n, &NUMBERS)?;
    Ok(vec![of_two(n, [&a, &b], operation)?])
}

/// Adds to a formula the extreme of two floats, NaN where either is NaN.
pub(super) fn float_extreme(formula: &mut Formula, op: &'static str, [a, b]: [Term; 2]) -> Term {
    let extreme = formula.call(op, [a, b]);
    let is_nan = [a, b].map(|of| formula.call("f32::is_nan", [of]));
    let either = formula.call("bool::or", is_nan);
    let nan = Term::float(f32::from_bits(0x7fc0_0000));
    formula.call("bool::select", [either, nan, extreme])
}

/// The greater of two values of one type, or the lesser.
pub(super) fn extreme_of(
    n: &mut Lowering<'_, '_>,
    operands: [&Value; 2],
    is_greatest: bool,
) -> Result<Value, NodeFault> {
    let operation = if is_greatest { &MAX } else { &MIN };
    let element = operands[0].element;
    if !element.is_float() {
        return of_two(n, operands, operation);
    }
    let mut formula = Formula::default();
    float_extreme(
        &mut formula,
        operation.floats,
        [Term::Operand(0), Term::Operand(1)],
    );
    n.chosen(formula, &operands, element)
}

/// The extreme of any number of operands, one after another.
fn extreme(n: &mut Lowering<'_, '_>, operation: &Operation) -> Results {
    let is_greatest = operation.floats == MAX.floats;
    let mut result = n.typed(0, &NUMBERS)?;
    for k in 1..n.inputs() {
        let next = n.typed(k, &[result.element])?;
        result = extreme_of(n, [&result, &next], is_greatest)?;
    }
    Ok(vec![result])
}

/// The sum of any number of operands from left to right.
fn sum(n: &mut Lowering<'_, '_>) -> Result<Value, NodeFault> {
    let mut result = n.float_input(0)?;
    for k in 1..n.inputs() {
        let next = n.typed(k, &[result.element])?;
        result = of_two(n, [&result, &next], &ADD)?;
    }
    Ok(result)
}

fn mean(n: &mut Lowering<'_, '_>) -> Results {
    let all = sum(n)?;
    let mut formula = Formula::default();
    let count = Term::float(n.inputs() as f32);
    formula.call("f32::div", [Term::Operand(0), count]);
    Ok(vec![n.formula(formula, &[&all], all.element)?])
}

/// A shift of integers without a sign; by as many bits as they have, or more, it gives 0.
fn shift(n: &mut Lowering<'_, '_>) -> Results {
    let [a, b] = pair(n, &[Element::U8, Element::U16, Element::U32, Element::U64])?;
    let is_left = match n.text("direction", "")? {
        "LEFT" => true,
        "RIGHT" => false,
        other => {
            let reason = format!("is `{other}`, and LEFT or RIGHT is expected");
            return Err(NodeFault::attribute("direction", reason));
        }
    };
    if a.element == Element::U64 {
        let shifted = integers::binary(n, [&a, &b], |a, b| {
            let by = u32::try_from(b).ok().filter(|by| *by < 64);
            let all = i128::from(u64::MAX);
            Some(by.map_or(0, |by| if is_left { (a << by) & all } else { a >> by }))
        });
        return Ok(vec![shifted?]);
    }
    let (mut f, [x, by]) = (Formula::default(), [Term::Operand(0), Term::Operand(1)]);
    let op = if is_left { "u32::shl" } else { "u32::shr" };
    let shifted = f.call(op, [x, by]);
    let is_less = f.call("u32::lt", [by, Term::Word(a.element.bits())]);
    f.call("bool::select", [is_less, shifted, Term::Word(0)]);
    Ok(vec![n.formula(f, &[&a, &b], a.element)?])
}

fn bits(n: &mut Lowering<'_, '_>, op: &'static str, wides: fn(i128, i128) -> i128) -> Results {
    let [a, b] = pair(n, &INTEGERS)?;
    if a.element.words() == 2 {
        return Ok(vec![integers::binary(n, [&a, &b], |a, b| {
            Some(wides(a, b))
        })?]);
    }
    Ok(vec![n.formula(
        Formula::of::<2>(op),
        &[&a, &b],
        a.element,
    )?])
}

fn not_bits(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.typed(0, &INTEGERS)?;
    if x.element.words() == 2 {
        let all = if x.element == Element::U64 {
            i128::from(u64::MAX)
        } else {
            -1
        };
        return Ok(vec![integers::binary(n, [&x, &x], |a, _| Some(a ^ all))?]);
    }
    let op = Formula::of::<1>("u32::bit_not");
    Ok(vec![n.formula(op, &[&x], x.element)?])
}

/// The remainder with the sign of the divisor, or with `fmod` that of the dividend. By 0 an integer gives 0. Of floats
/// whose quotient is 2^24 or more it is NaN.
fn modulo(n: &mut Lowering<'_, '_>) -> Results {
    let truncates = n.int("fmod", 0)? != 0;
    let [a, b] = pair(n, &NUMBERS)?;
    let (mut f, [x, y]) = (Formula::default(), [Term::Operand(0), Term::Operand(1)]);
    match (a.element, a.element.kind()) {
        (Element::F64, _) => {
            let values = integers::binary_doubles(n, [&a, &b], |a, b| a % b)?;
            return Ok(vec![values]);
        }
        (Element::I64 | Element::U64, _) => {
            let of = |a: i128, b: i128| {
                let rest = a.checked_rem(b)?;
                let is_other = !truncates && rest != 0 && (rest < 0) != (b < 0);
                Some(if is_other { rest + b } else { rest })
            };
            return Ok(vec![integers::binary(n, [&a, &b], of)?]);
        }
        (_, Kind::Unsigned) => f.call("u32::mod", [x, y]),
        (_, Kind::Signed) => {
            let rest = f.call("i32::srem", [x, y]);
            if !truncates {
                let is_other = f.call("u32::bit_xor", [rest, y]);
                let is_other = f.call("i32::slt", [is_other, Term::Word(0)]);
                let is_some = f.call("i32::cast_bool", [rest]);
                let moves = f.call("bool::and", [is_other, is_some]);
                let moved = f.call("i32::add", [rest, y]);
                f.call("bool::select", [moves, moved, rest])
            } else {
                rest
            }
        }
        _ if truncates => float_remainder(&mut f, [x, y]),
        _ => {
            return Err(NodeFault::attribute(
                "fmod",
                "is 0, and floats need 1: export the model with it",
            ));
        }
    };
    Ok(vec![n.formula(f, &[&a, &b], a.element)?])
}

/// The exact remainder of a quotient below 2^24: the rounded quotient is at most one too great.
fn float_remainder(f: &mut Formula, [x, y]: [Term; 2]) -> Term {
    let [size, by] = [x, y].map(|of| f.call("f32::abs", [of]));
    let quotient = f.call("f32::div", [size, by]);
    let whole = f.call("f32::trunc", [quotient]);
    let minus = f.call("f32::neg", [whole]);
    let rest = f.call("f32::mul_add", [minus, by, size]);
    let again = f.call("f32::add", [rest, by]);
    let is_below = f.call("f32::lt", [rest, Term::float(0.0)]);
    let rest = f.call("bool::select", [is_below, again, rest]);
    // An infinite divisor leaves the dividend.
    let is_whole = f.call("f32::is_infinite", [by]);
    let rest = f.call("bool::select", [is_whole, size, rest]);
    let sign = f.call("u32::bit_and", [x, Term::Word(1 << 31)]);
    let rest = f.call("u32::bit_or", [rest, sign]);
    let is_small = f.call("f32::lt", [quotient, Term::float(16_777_216.0)]);
    let nan = Term::float(f32::from_bits(0x7fc0_0000));
    f.call("bool::select", [is_small, rest, nan])
}
