//! Mutants of signs, division and comparison of scalars.

use super::expr::{as_type, binary};
use super::{SemanticMutant, expression};
use vyre_conform_ir::{BinaryOp as B, Expr, Operand, Type as T};

const I32_MIN: i32 = i32::MIN;

pub(super) const MUTANTS: &[SemanticMutant] = &[
    expression(
        "shr-i32-logical",
        "It shifts an i32 right without copying the sign.",
        |_, e| binary(e, B::Shr, T::I32).and_then(|_| as_type(e, T::U32)),
    ),
    expression(
        "shr-u32-arithmetic",
        "It shifts a u32 right with the top bit copied.",
        |_, e| binary(e, B::Shr, T::U32).and_then(|_| as_type(e, T::I32)),
    ),
    expression(
        "div-u32-by-zero",
        "A u32 divided by zero gives all ones.",
        |_, e| by_zero(e, B::Div, T::U32, |_| Expr::u32(u32::MAX)),
    ),
    expression(
        "div-i32-by-zero",
        "An i32 divided by zero gives -1.",
        |_, e| by_zero(e, B::Div, T::I32, |_| Expr::i32(-1)),
    ),
    expression(
        "div-u64-by-zero",
        "A u64 divided by zero gives all ones.",
        |_, e| by_zero(e, B::Div, T::U64, |_| Expr::u64(u64::MAX)),
    ),
    expression(
        "rem-u32-by-zero",
        "The remainder of a u32 by zero is the dividend.",
        |_, e| by_zero(e, B::Rem, T::U32, |a| a),
    ),
    expression(
        "rem-i32-by-zero",
        "The remainder of an i32 by zero is the dividend.",
        |_, e| by_zero(e, B::Rem, T::I32, |a| a),
    ),
    expression(
        "rem-u64-by-zero",
        "The remainder of a u64 by zero is the dividend.",
        |_, e| by_zero(e, B::Rem, T::U64, |a| a),
    ),
    expression("div-least", "MIN / -1 gives MAX.", |_, e| {
        overflow(e, B::Div, i32::MAX)
    }),
    expression("rem-least", "MIN % -1 gives -1.", |_, e| {
        overflow(e, B::Rem, -1)
    }),
    expression("div-i32-unsigned", "It divides i32 as u32.", |_, e| {
        binary(e, B::Div, T::I32).and_then(|_| as_type(e, T::U32))
    }),
    expression(
        "rem-i32-unsigned",
        "It takes the remainder of i32 as of u32.",
        |_, e| binary(e, B::Rem, T::I32).and_then(|_| as_type(e, T::U32)),
    ),
    expression(
        "div-i32-floor",
        "It rounds the quotient of i32 down.",
        |_, e| {
            let (a, b) = binary(e, B::Div, T::I32)?;
            let lower = inexact_with_mixed_signs(&a, &b).select(Expr::i32(-1), Expr::i32(0));
            Some(e.clone() + lower)
        },
    ),
    expression(
        "rem-i32-floor",
        "The remainder of i32 has the sign of the divisor.",
        |_, e| {
            let (a, b) = binary(e, B::Rem, T::I32)?;
            Some(e.clone() + inexact_with_mixed_signs(&a, &b).select(b, Expr::i32(0)))
        },
    ),
    expression("lt-i32-unsigned", "It compares i32 as u32.", |_, e| {
        comparison(e, T::I32).and_then(|_| as_type(e, T::U32))
    }),
    expression("lt-u32-signed", "It compares u32 as i32.", |_, e| {
        comparison(e, T::U32).and_then(|_| as_type(e, T::I32))
    }),
    expression("le-strict", "`<=` is false for equal values.", |_, e| {
        equal_counts(e, B::Le, B::Lt)
    }),
    expression("ge-strict", "`>=` is false for equal values.", |_, e| {
        equal_counts(e, B::Ge, B::Gt)
    }),
    expression(
        "min-i32-unsigned",
        "The minimum of i32 is that of u32.",
        |_, e| binary(e, B::Min, T::I32).and_then(|_| as_type(e, T::U32)),
    ),
    expression(
        "max-i32-unsigned",
        "The maximum of i32 is that of u32.",
        |_, e| binary(e, B::Max, T::I32).and_then(|_| as_type(e, T::U32)),
    ),
    expression(
        "min-u32-signed",
        "The minimum of u32 is that of i32.",
        |_, e| binary(e, B::Min, T::U32).and_then(|_| as_type(e, T::I32)),
    ),
    expression(
        "max-u32-signed",
        "The maximum of u32 is that of i32.",
        |_, e| binary(e, B::Max, T::U32).and_then(|_| as_type(e, T::I32)),
    ),
];

/// An operator with another value for a zero divisor.
fn by_zero(e: &Expr, op: B, ty: T, value: fn(Expr) -> Expr) -> Option<Expr> {
    let (a, b) = binary(e, op, ty)?;
    Some(b.equals(Expr::literal(ty, 0)).select(value(a), e.clone()))
}

/// An i32 operator with another value for `MIN` and -1.
fn overflow(e: &Expr, op: B, value: i32) -> Option<Expr> {
    let (a, b) = binary(e, op, T::I32)?;
    let here = a.equals(Expr::i32(I32_MIN)) & b.equals(Expr::i32(-1));
    Some(here.select(Expr::i32(value), e.clone()))
}

/// The condition that a division is inexact and the signs differ.
fn inexact_with_mixed_signs(a: &Expr, b: &Expr) -> Expr {
    let zero = || Expr::i32(0);
    let inexact = (a.clone() % b.clone()).differs(zero());
    inexact & (a.clone() ^ b.clone()).less(zero())
}

/// The operands of an order comparison on this type.
fn comparison(e: &Expr, ty: T) -> Option<(Expr, Expr)> {
    let mut orders = [B::Lt, B::Le, B::Gt, B::Ge].into_iter();
    orders.find_map(|op| binary(e, op, ty))
}

fn equal_counts(e: &Expr, from: B, to: B) -> Option<Expr> {
    let types = [T::U32, T::I32, T::U64, T::U128, T::Bool];
    let mut expr = types.into_iter().filter_map(|ty| binary(e, from, ty));
    expr.next().map(|(a, b)| Expr::binary(to, a, b))
}
