//! Mutants of bits of 32-bit words and of vectors: shifts, rotations, counts, lanes.

use super::expr::{binary, unary};
use super::{SemanticMutant, expression};
use vyre_conform_ir::{BinaryOp as B, Expr, ExprKind, Operand, Type as T, UnaryOp as U};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    expression(
        "shl-u32-beyond",
        "A u32 shifted left by 32 or more is 0.",
        |_, e| beyond(e, B::Shl, T::U32),
    ),
    expression(
        "shr-u32-beyond",
        "A u32 shifted right by 32 or more is 0.",
        |_, e| beyond(e, B::Shr, T::U32),
    ),
    expression(
        "shl-i32-beyond",
        "An i32 shifted left by 32 or more is 0.",
        |_, e| beyond(e, B::Shl, T::I32),
    ),
    expression(
        "shr-i32-beyond",
        "An i32 shifted right by 32 or more is its sign.",
        |_, e| {
            let (a, b) = binary(e, B::Shr, T::I32)?;
            Some(b.clone().at_least(32).select(a >> 31, e.clone()))
        },
    ),
    expression(
        "rotate-left-right",
        "It rotates right in place of left.",
        |_, e| other(e, B::RotateLeft, B::RotateRight),
    ),
    expression(
        "rotate-right-left",
        "It rotates left in place of right.",
        |_, e| other(e, B::RotateRight, B::RotateLeft),
    ),
    expression(
        "rotate-beyond",
        "A u32 rotated by 32 or more is 0.",
        |_, e| beyond(e, B::RotateLeft, T::U32).or_else(|| beyond(e, B::RotateRight, T::U32)),
    ),
    expression(
        "rotate-i32-sign",
        "It rotates an i32 with an arithmetic shift.",
        |_, e| {
            let (a, b) = binary(e, B::RotateRight, T::I32)?;
            let left = a.clone() << (Expr::u32(0) - b.clone());
            Some((a >> b) | left)
        },
    ),
    expression(
        "mul-high-low",
        "The high half of a product of u32 is the low half.",
        |_, e| binary(e, B::MulHigh, T::U32).map(|(a, b)| a * b),
    ),
    expression("clz-zero", "Zero has 31 leading zeros.", |_, e| {
        let a = unary(e, U::LeadingZeros, T::U32)?;
        Some(a.equals(0).select(31, e.clone()))
    }),
    expression(
        "clz-i32-signed",
        "It counts the leading bits that equal the sign of an i32.",
        |_, e| {
            let a = unary(e, U::LeadingZeros, T::I32)?;
            Some(Expr::unary(U::LeadingZeros, (a.clone() >> 31) ^ a))
        },
    ),
    expression("ctz-zero", "Zero has 2^32 - 1 trailing zeros.", |_, e| {
        let a = [T::U32, T::I32].into_iter();
        let a = a.filter_map(|ty| unary(e, U::TrailingZeros, ty)).next()?;
        let zero = Expr::literal(a.ty, 0);
        Some(a.equals(zero).select(u32::MAX, e.clone()))
    }),
    expression(
        "negate-not",
        "It negates by inverting every bit.",
        |_, e| match &e.kind {
            ExprKind::Unary(U::Negate, a) => Some(!(**a).clone()),
            _ => None,
        },
    ),
    expression(
        "swap-bytes-halves",
        "It swaps the halves of a u32 in place of its bytes.",
        |_, e| {
            let a = unary(e, U::SwapBytes, T::U32)?;
            Some(Expr::binary(B::RotateLeft, a, Expr::u32(16)))
        },
    ),
    expression(
        "reverse-bits-bytes",
        "It reverses the bytes of a u32 in place of its bits.",
        |_, e| Some(Expr::unary(U::SwapBytes, unary(e, U::ReverseBits, T::U32)?)),
    ),
    expression(
        "not-bool-bits",
        "It inverts every bit of a Bool, which stays true.",
        |_, e| unary(e, U::Not, T::Bool).map(|_| Expr::bool(true)),
    ),
    expression("and-bool-or", "`and` of Bools is `or`.", |_, e| {
        binary(e, B::And, T::Bool).map(|(a, b)| a | b)
    }),
    expression("xor-bool-or", "`xor` of Bools is `or`.", |_, e| {
        binary(e, B::Xor, T::Bool).map(|(a, b)| a | b)
    }),
    expression(
        "lt-bool-never",
        "No Bool is less than another one.",
        |_, e| binary(e, B::Lt, T::Bool).map(|_| Expr::bool(false)),
    ),
    expression(
        "eq-vector-first",
        "It compares the first lanes of vectors alone.",
        |_, e| equality(e, |a, b| Expr::lane(a, 0).equals(Expr::lane(b, 0))),
    ),
    expression(
        "eq-vector-any",
        "Vectors are equal if their last lanes are.",
        |_, e| {
            equality(e, |a, b| {
                let last = a.ty.words() as u32 - 1;
                Expr::lane(a, last).equals(Expr::lane(b, last))
            })
        },
    ),
    expression(
        "vector-last-lane",
        "An operator leaves the last lane of a vector as it was.",
        |_, e| match &e.kind {
            ExprKind::Binary(op, a, _) if e.ty.lanes().is_some() && !op.is_comparison() => {
                let last = e.ty.words() as u32 - 1;
                let lane = |k| Expr::lane(if k == last { (**a).clone() } else { e.clone() }, k);
                Some(Expr::compose((0..=last).map(lane).collect()))
            }
            _ => None,
        },
    ),
    expression(
        "lanes-reversed",
        "It puts a vector together in descending order of lanes.",
        |_, e| match &e.kind {
            ExprKind::Compose(lanes) => Some(Expr::compose(lanes.iter().rev().cloned().collect())),
            _ => None,
        },
    ),
    expression(
        "lane-first",
        "It reads the first lane of a vector in place of another one.",
        |_, e| match &e.kind {
            ExprKind::Lane(vector, 1..) => Some(Expr::lane((**vector).clone(), 0)),
            _ => None,
        },
    ),
];

/// An operator that is 0 if its amount is at least 32.
fn beyond(e: &Expr, op: B, ty: T) -> Option<Expr> {
    let (_, amount) = binary(e, op, ty)?;
    let zero = Expr::literal(ty, 0);
    Some(amount.at_least(32).select(zero, e.clone()))
}

/// Another operator on the same operands.
fn other(e: &Expr, from: B, to: B) -> Option<Expr> {
    match &e.kind {
        ExprKind::Binary(op, a, b) if *op == from => {
            Some(Expr::binary(to, (**a).clone(), (**b).clone()))
        }
        _ => None,
    }
}

/// An equality of vectors, replaced by another condition.
fn equality(e: &Expr, of: fn(Expr, Expr) -> Expr) -> Option<Expr> {
    let types = [T::Vec2, T::Vec4].into_iter();
    let mut equal = types
        .clone()
        .filter_map(|ty| binary(e, B::Eq, ty))
        .map(|(a, b)| of(a, b));
    let mut differ = types
        .filter_map(|ty| binary(e, B::Ne, ty))
        .map(|(a, b)| !of(a, b));
    equal.next().or_else(|| differ.next())
}
