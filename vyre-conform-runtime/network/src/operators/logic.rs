//! Comparisons, truths and choices.

use super::elementwise::{NUMBERS, pair};
use super::{Operator, Results, integers, row};
use crate::element::{Element, Kind};
use crate::lowering::{Lowering, Value};
use crate::steps::{Formula, Term};
use crate::tensor::Tensor;
use std::cmp::Ordering;

pub(super) const ROWS: &[Operator] = &[
    row("And", |n| truths(n, "bool::and")),
    row("Equal", |n| {
        compared(n, &["f32::eq", "u32::eq", "u32::eq"], Ordering::is_eq)
    }),
    row("Greater", |n| {
        compared(n, &["f32::gt", "i32::sgt", "u32::gt"], Ordering::is_gt)
    }),
    row("GreaterOrEqual", |n| {
        compared(n, &["f32::ge", "i32::sge", "u32::ge"], Ordering::is_ge)
    }),
    row("IsInf", is_infinite),
    row("IsNaN", |n| {
        let x = n.float_input(0)?;
        let op = Formula::of::<1>("f32::is_nan");
        Ok(vec![n.formula(op, &[&x], Element::Bool)?])
    }),
    row("Less", |n| {
        compared(n, &["f32::lt", "i32::slt", "u32::lt"], Ordering::is_lt)
    }),
    row("LessOrEqual", |n| {
        compared(n, &["f32::le", "i32::sle", "u32::le"], Ordering::is_le)
    }),
    row("Not", |n| {
        let x = n.typed(0, &[Element::Bool])?;
        let op = Formula::of::<1>("bool::not");
        Ok(vec![n.formula(op, &[&x], Element::Bool)?])
    }),
    row("Or", |n| truths(n, "bool::or")),
    row("Where", choice),
    row("Xor", |n| truths(n, "bool::xor")),
];

fn truths(n: &mut Lowering<'_, '_>, op: &'static str) -> Results {
    let [a, b] = pair(n, &[Element::Bool])?;
    Ok(vec![n.formula(
        Formula::of::<2>(op),
        &[&a, &b],
        Element::Bool,
    )?])
}

/// A comparison of floats, or of integers. Those of 64 bits that a machine has fit 32 bits, in the same order.
fn compared(
    n: &mut Lowering<'_, '_>,
    [floats, signed, unsigned]: &[&'static str; 3],
    is: fn(Ordering) -> bool,
) -> Results {
    let mut types = NUMBERS.to_vec();
    if *signed == "u32::eq" {
        types.push(Element::Bool);
    }
    let [a, b] = pair(n, &types)?;
    if a.element.words() == 2 && a.known().is_some() && b.known().is_some() {
        let is_double = a.element == Element::F64;
        let ([a, b], shape) = integers::known(n, [&a, &b])?;
        let orders: Vec<Option<Ordering>> = if is_double {
            let pairs = integers::doubles(&a).into_iter().zip(integers::doubles(&b));
            pairs.map(|(a, b)| a.partial_cmp(&b)).collect()
        } else {
            let pairs = integers::wides(&a).into_iter().zip(integers::wides(&b));
            pairs.map(|(a, b)| Some(a.cmp(&b))).collect()
        };
        let words = orders.into_iter().map(|of| u32::from(of.is_some_and(is)));
        let tensor = Tensor::new(Element::Bool, &shape, words.collect());
        return Ok(vec![n.constant(tensor.map_err(integers::fault)?)?]);
    }
    let op = match a.element.kind() {
        Kind::Float | Kind::Double => *floats,
        Kind::Signed => *signed,
        Kind::Unsigned | Kind::Truth => *unsigned,
    };
    let op = Formula::of::<2>(op);
    Ok(vec![n.formula(op, &[&a, &b], Element::Bool)?])
}

/// Infinity of one sign or of both.
fn is_infinite(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let negative = n.int("detect_negative", 1)? != 0;
    let positive = n.int("detect_positive", 1)? != 0;
    let (mut f, of) = (Formula::default(), Term::Operand(0));
    let bits = |is_wanted: bool, bits: u32| Term::Word(if is_wanted { bits } else { 0 });
    let above = f.call("u32::eq", [of, bits(positive, 0x7f80_0000)]);
    let below = f.call("u32::eq", [of, bits(negative, 0xff80_0000)]);
    let either = f.call("u32::bit_or", [above, below]);
    let is_some = f.call("f32::is_infinite", [of]);
    f.call("u32::bit_and", [either, is_some]);
    Ok(vec![n.formula(f, &[&x], Element::Bool)?])
}

/// Elements of one tensor or another; every bit is kept.
fn choice(n: &mut Lowering<'_, '_>) -> Results {
    let condition = n.typed(0, &[Element::Bool])?;
    let yes = n.input(1)?;
    let no = n.typed(2, &[yes.element])?;
    Ok(vec![chosen(n, [&condition, &yes, &no])?])
}

/// Elements of one tensor where a condition holds, and of another elsewhere.
pub(super) fn chosen(
    n: &mut Lowering<'_, '_>,
    all: [&Value; 3],
) -> Result<Value, crate::lowering::NodeFault> {
    let element = all[1].element;
    if element.words() == 2 && all.iter().all(|of| of.known().is_some()) {
        let ([condition, yes, no], shape) = integers::known(n, all)?;
        let conditions = integers::wides(&condition);
        let words = |of: &Value| of.known().map_or(vec![], |tensor| tensor.words().to_vec());
        let [yes, no] = [words(&yes), words(&no)];
        let chosen = conditions.iter().enumerate().flat_map(|(k, is)| {
            let from = if *is != 0 { &yes } else { &no };
            [from[2 * k], from[2 * k + 1]]
        });
        let tensor = Tensor::new(element, &shape, chosen.collect());
        return n.constant(tensor.map_err(integers::fault)?);
    }
    n.chosen(Formula::of::<3>("bool::select"), &all, element)
}
