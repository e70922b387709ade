//! Comparisons, truths and choices.

use super::elementwise::pair;
use super::{Operator, Results, integers, row};
use crate::lowering::Lowering;
use crate::steps::{Formula, Term};
use crate::tensor::{Element, Tensor};
use std::cmp::Ordering;

pub(super) const ROWS: &[Operator] = &[
    row("And", |n| truths(n, "bool::and")),
    row("Equal", |n| {
        compared(n, &["f32::eq", "u32::eq"], Ordering::is_eq)
    }),
    row("Greater", |n| {
        compared(n, &["f32::gt", "i32::sgt"], Ordering::is_gt)
    }),
    row("GreaterOrEqual", |n| {
        compared(n, &["f32::ge", "i32::sge"], Ordering::is_ge)
    }),
    row("IsInf", is_infinite),
    row("IsNaN", |n| {
        let x = n.float_input(0)?;
        Ok(vec![n.formula(
            Formula::of::<1>("f32::is_nan"),
            &[&x],
            Element::Bool,
        )?])
    }),
    row("Less", |n| {
        compared(n, &["f32::lt", "i32::slt"], Ordering::is_lt)
    }),
    row("LessOrEqual", |n| {
        compared(n, &["f32::le", "i32::sle"], Ordering::is_le)
    }),
    row("Not", |n| {
        let x = n.typed(0, &[Element::Bool])?;
        Ok(vec![n.formula(
            Formula::of::<1>("bool::not"),
            &[&x],
            Element::Bool,
        )?])
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
    [floats, ints]: &[&'static str; 2],
    is: fn(Ordering) -> bool,
) -> Results {
    let types: &[Element] = match *ints {
        "u32::eq" => &[Element::F32, Element::I32, Element::I64, Element::Bool],
        _ => &[Element::F32, Element::I32, Element::I64],
    };
    let [a, b] = pair(n, types)?;
    if a.element == Element::I64 && a.known().is_some() && b.known().is_some() {
        let ([a, b], shape) = integers::both(n, [&a, &b])?;
        let pairs = a.iter().zip(&b);
        let words = pairs.map(|(a, b)| u32::from(is(a.cmp(b)))).collect();
        let tensor = Tensor::new(Element::Bool, &shape, words);
        let tensor = tensor.map_err(|error| crate::lowering::NodeFault::node(error.to_string()))?;
        return Ok(vec![n.constant(tensor)?]);
    }
    let mut formula = Formula::default();
    let op = if a.element == Element::F32 {
        *floats
    } else {
        *ints
    };
    formula.call(op, [Term::Operand(0), Term::Operand(1)]);
    Ok(vec![n.formula(formula, &[&a, &b], Element::Bool)?])
}

fn is_infinite(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    n.only("detect_negative", 1)?;
    n.only("detect_positive", 1)?;
    Ok(vec![n.formula(
        Formula::of::<1>("f32::is_infinite"),
        &[&x],
        Element::Bool,
    )?])
}

/// Elements of one tensor or another; every bit is kept.
fn choice(n: &mut Lowering<'_, '_>) -> Results {
    let condition = n.typed(0, &[Element::Bool])?;
    let yes = n.input(1)?;
    let no = n.typed(2, &[yes.element])?;
    let all = [&condition, &yes, &no];
    if let (Element::I64, true) = (yes.element, all.iter().all(|of| of.known().is_some())) {
        let shape = crate::lowering::broadcast_shape(&all.map(|of| &*of.shape))?;
        let mut known = vec![];
        for of in all {
            let whole = n.broadcast(of, &shape)?;
            known.push(whole.known().map_or(vec![], |tensor| tensor.to_longs()));
        }
        let places = 0..known[0].len();
        let chosen = places.map(|k| {
            if known[0][k] != 0 {
                known[1][k]
            } else {
                known[2][k]
            }
        });
        let chosen: Vec<i64> = chosen.collect();
        return Ok(vec![integers::longs(n, &shape, &chosen)?]);
    }
    Ok(vec![n.formula(
        Formula::of::<3>("bool::select"),
        &all,
        yes.element,
    )?])
}
