//! Mutants of two-word and four-word numbers.

use super::expr::{as_type, binary, halves, joined, quarters, unary};
use super::{SemanticMutant, expression};
use vyre_conform_ir::{BinaryOp as B, Expr, ExprKind, Operand, Type as T, UnaryOp as U};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    expression(
        "add-u64-carry",
        "It adds u64 without the carry between the words.",
        |_, e| by_words(e, B::Add),
    ),
    expression(
        "sub-u64-borrow",
        "It subtracts u64 without the borrow between the words.",
        |_, e| by_words(e, B::Sub),
    ),
    expression(
        "mul-u64-cross",
        "It multiplies u64 without the products of a low and a high word.",
        |_, e| {
            let (a, b) = binary(e, B::Mul, T::U64)?;
            let ([a, _], [b, _]) = (halves(&a), halves(&b));
            Some(a.cast(T::U64) * b.cast(T::U64))
        },
    ),
    expression(
        "mul-high-u64-cross",
        "The high half of a product of u64 is that of the high words.",
        |_, e| {
            let (a, b) = binary(e, B::MulHigh, T::U64)?;
            let ([_, a], [_, b]) = (halves(&a), halves(&b));
            Some(a.cast(T::U64) * b.cast(T::U64))
        },
    ),
    expression("div-u64-low", "It divides the low words of u64.", |_, e| {
        binary(e, B::Div, T::U64).and_then(|_| as_type(e, T::U32))
    }),
    expression(
        "rem-u64-low",
        "It takes the remainder of the low words of u64.",
        |_, e| binary(e, B::Rem, T::U64).and_then(|_| as_type(e, T::U32)),
    ),
    expression(
        "shl-u64-mask-31",
        "It shifts a u64 left by an amount modulo 32.",
        |_, e| masked(e, B::Shl, T::U64, 31),
    ),
    expression(
        "shr-u64-mask-31",
        "It shifts a u64 right by an amount modulo 32.",
        |_, e| masked(e, B::Shr, T::U64, 31),
    ),
    expression(
        "shift-u64-beyond",
        "A u64 shifted by 64 or more is 0.",
        |_, e| beyond(e, T::U64, 64),
    ),
    expression(
        "shl-u64-words",
        "It shifts the words of a u64 one by one.",
        |_, e| shifted_words(e, B::Shl),
    ),
    expression(
        "shr-u64-sign",
        "It copies the top bit of a u64 that it shifts right.",
        |_, e| {
            let (a, amount) = binary(e, B::Shr, T::U64)?;
            let [_, high] = halves(&a);
            let inverted = !(!a >> amount);
            Some(high.greater(0x7fff_ffff).select(inverted, e.clone()))
        },
    ),
    expression(
        "rotate-u64-mask-31",
        "It rotates a u64 by an amount modulo 32.",
        |_, e| {
            masked(e, B::RotateLeft, T::U64, 31).or_else(|| masked(e, B::RotateRight, T::U64, 31))
        },
    ),
    expression(
        "rotate-u64-words",
        "It rotates the words of a u64 one by one.",
        |_, e| shifted_words(e, B::RotateLeft).or_else(|| shifted_words(e, B::RotateRight)),
    ),
    expression(
        "lt-u64-high",
        "It compares the high words of u64 alone.",
        |_, e| order(e, T::U64, |a| halves(a)[1].clone()),
    ),
    expression(
        "lt-u64-low",
        "It compares the low words of u64 alone.",
        |_, e| order(e, T::U64, |a| halves(a)[0].clone()),
    ),
    expression(
        "lt-u64-signed",
        "It compares u64 as signed numbers.",
        |_, e| order(e, T::U64, |a| a.clone() ^ Expr::u64(1 << 63)),
    ),
    expression(
        "eq-u64-low",
        "It compares the low words of u64 for equality.",
        |_, e| {
            let low = |a: &Expr| halves(a)[0].clone();
            let equal = binary(e, B::Eq, T::U64).map(|(a, b)| low(&a).equals(low(&b)));
            equal.or_else(|| binary(e, B::Ne, T::U64).map(|(a, b)| low(&a).differs(low(&b))))
        },
    ),
    expression(
        "min-u64-words",
        "The minimum or maximum of u64 is that of each word.",
        |_, e| by_words(e, B::Min).or_else(|| by_words(e, B::Max)),
    ),
    expression(
        "negate-u64-words",
        "It negates the words of a u64 one by one.",
        |_, e| {
            let [low, high] = halves(&unary(e, U::Negate, T::U64)?).map(|a| a.unary(U::Negate));
            Some(joined(low, high))
        },
    ),
    expression(
        "clz-u64-high",
        "It counts the leading zeros of the high word of a u64.",
        |_, e| {
            Some(
                halves(&unary(e, U::LeadingZeros, T::U64)?)[1]
                    .clone()
                    .unary(U::LeadingZeros),
            )
        },
    ),
    expression(
        "ctz-u64-low",
        "It counts the trailing zeros of the low word of a u64.",
        |_, e| {
            Some(
                halves(&unary(e, U::TrailingZeros, T::U64)?)[0]
                    .clone()
                    .unary(U::TrailingZeros),
            )
        },
    ),
    expression(
        "ones-u64-low",
        "It counts the ones of the low word of a u64.",
        |_, e| {
            Some(
                halves(&unary(e, U::CountOnes, T::U64)?)[0]
                    .clone()
                    .unary(U::CountOnes),
            )
        },
    ),
    expression(
        "reverse-bits-u64-words",
        "It reverses the bits of each word of a u64.",
        |_, e| {
            let [low, high] =
                halves(&unary(e, U::ReverseBits, T::U64)?).map(|a| a.unary(U::ReverseBits));
            Some(joined(low, high))
        },
    ),
    expression(
        "swap-bytes-u64-words",
        "It swaps the bytes of each word of a u64.",
        |_, e| {
            let [low, high] =
                halves(&unary(e, U::SwapBytes, T::U64)?).map(|a| a.unary(U::SwapBytes));
            Some(joined(low, high))
        },
    ),
    expression(
        "add-u128-carry",
        "It adds u128 without the carry between the words.",
        |_, e| by_lanes(e, B::Add),
    ),
    expression(
        "sub-u128-borrow",
        "It subtracts u128 without the borrow between the words.",
        |_, e| by_lanes(e, B::Sub),
    ),
    expression(
        "shl-u128-mask-63",
        "It shifts a u128 left by an amount modulo 64.",
        |_, e| masked(e, B::Shl, T::U128, 63),
    ),
    expression(
        "shr-u128-mask-63",
        "It shifts a u128 right by an amount modulo 64.",
        |_, e| masked(e, B::Shr, T::U128, 63),
    ),
    expression(
        "shift-u128-beyond",
        "A u128 shifted by 128 or more is 0.",
        |_, e| beyond(e, T::U128, 128),
    ),
    expression(
        "lt-u128-low",
        "It compares the low halves of u128 alone.",
        |_, e| order(e, T::U128, |a| Expr::cast(T::U64, a.clone())),
    ),
    expression(
        "lt-u128-high",
        "It compares the highest words of u128 alone.",
        |_, e| order(e, T::U128, |a| quarters(a)[3].clone()),
    ),
    expression(
        "min-u128-words",
        "The minimum or maximum of u128 is that of each word.",
        |_, e| by_lanes(e, B::Min).or_else(|| by_lanes(e, B::Max)),
    ),
];

/// A u64 operator applied to each word.
fn by_words(e: &Expr, op: B) -> Option<Expr> {
    let (a, b) = binary(e, op, T::U64)?;
    let ([a, high], [b, other]) = (halves(&a), halves(&b));
    Some(joined(
        Expr::binary(op, a, b),
        Expr::binary(op, high, other),
    ))
}

/// A u128 operator applied to each word.
fn by_lanes(e: &Expr, op: B) -> Option<Expr> {
    let (a, b) = binary(e, op, T::U128)?;
    let [a, b] = [a, b].map(|value| value.cast(T::Vec4));
    Some(Expr::binary(op, a, b).cast(T::U128))
}

/// A shift or rotation of u64 applied to each word.
fn shifted_words(e: &Expr, op: B) -> Option<Expr> {
    let (a, amount) = binary(e, op, T::U64)?;
    let [low, high] = halves(&a).map(|word| Expr::binary(op, word, amount.clone()));
    Some(joined(low, high))
}

/// A shift or rotation by a masked amount.
fn masked(e: &Expr, op: B, ty: T, mask: u32) -> Option<Expr> {
    let (a, amount) = binary(e, op, ty)?;
    Some(Expr::binary(op, a, amount & mask))
}

/// A shift that is 0 if its amount is at least the width.
fn beyond(e: &Expr, ty: T, width: u32) -> Option<Expr> {
    let mutants = binary(e, B::Shl, ty).or_else(|| binary(e, B::Shr, ty));
    let (_, amount) = mutants?;
    let zero = crate::expr::constant(ty, [0; 2]);
    Some(amount.at_least(width).select(zero, e.clone()))
}

/// An order comparison on `key` of both operands; minimum and maximum are excluded.
fn order(e: &Expr, ty: T, key: fn(&Expr) -> Expr) -> Option<Expr> {
    match &e.kind {
        ExprKind::Binary(op @ (B::Lt | B::Le | B::Gt | B::Ge), a, b) if a.ty == ty => {
            Some(Expr::binary(*op, key(a), key(b)))
        }
        _ => None,
    }
}
