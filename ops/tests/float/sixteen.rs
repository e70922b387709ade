//! binary16 and bfloat16.

use crate::cases::{pairs16, triples16};
use crate::oracle::{Format, binary_operation, fused};
use crate::support::agree;
use rustc_apfloat::ieee::{BFloat, Half};
use rustc_apfloat::{Float, Round};
use std::ops::{Add, Div, Mul, Sub};
use vyre_ops::float::soft::{bfloat16, binary16};

pub(crate) type BinaryOperation = fn(u32, u32) -> u32;

/// Oracle: `rustc_apfloat` in the format itself, which rounds once.
#[track_caller]
pub(crate) fn arithmetic<F: Format>(
    fraction_bits: u32,
    ours: [BinaryOperation; 4],
    fma: fn(u32, u32, u32) -> u32,
) {
    let pairs = || pairs16(fraction_bits);
    let [add, sub, mul, div] = ours.map(|f| move |(a, b)| f(a, b));
    agree("add", pairs(), add, binary_operation::<F>(Add::add));
    agree("sub", pairs(), sub, binary_operation::<F>(Sub::sub));
    agree("mul", pairs(), mul, binary_operation::<F>(Mul::mul));
    agree("div", pairs(), div, binary_operation::<F>(Div::div));
    let triples = triples16(fraction_bits);
    agree("fma", triples, |(a, b, c)| fma(a, b, c), fused::<F>);
}

/// Oracle: `rustc_apfloat`.
#[test]
#[ignore = "a long run: seconds"]
fn binary16_arithmetic_rounds_once() {
    use binary16::{add, div, fma, mul, sub};
    arithmetic::<Half>(10, [add, sub, mul, div], fma);
}

/// Oracle: `rustc_apfloat`.
#[test]
#[ignore = "a long run: seconds"]
fn bfloat16_arithmetic_rounds_once() {
    use bfloat16::{add, div, fma, mul, sub};
    arithmetic::<BFloat>(7, [add, sub, mul, div], fma);
}

/// Oracle: `rustc_apfloat` and the definition of the format, on every pattern and many pairs.
#[test]
#[ignore = "a long run: seconds"]
fn binary16_unary_functions_and_comparisons() {
    use binary16::{ceil, floor, ge, gt, le, lt, max, min, round_ties_even, trunc};
    integral::<Half>([round_ties_even, trunc, floor, ceil]);
    order::<Half>(10, [binary16::eq, lt, le, gt, ge], min, max);
    roots::<Half>(binary16::sqrt);
    reciprocal_roots::<Half>(binary16::rsqrt);
}

/// Oracle: `rustc_apfloat` and the definition of the format, on every pattern and many pairs.
#[test]
#[ignore = "a long run: seconds"]
fn bfloat16_unary_functions_and_comparisons() {
    use bfloat16::{ceil, floor, ge, gt, le, lt, max, min, round_ties_even, trunc};
    integral::<BFloat>([round_ties_even, trunc, floor, ceil]);
    order::<BFloat>(7, [bfloat16::eq, lt, le, gt, ge], min, max);
    roots::<BFloat>(bfloat16::sqrt);
    reciprocal_roots::<BFloat>(bfloat16::rsqrt);
}

#[track_caller]
pub(crate) fn integral<F: Format>(own: [fn(u32) -> u32; 4]) {
    let modes = [
        Round::NearestTiesToEven,
        Round::TowardZero,
        Round::TowardNegative,
        Round::TowardPositive,
    ];
    for (own, mode) in own.into_iter().zip(modes) {
        let oracle = |a| F::of(a).round_to_integral(mode).value.pattern();
        agree("to integral", 0..0x1_0000, own, oracle);
    }
}

#[track_caller]
pub(crate) fn order<F: Format>(
    fraction_bits: u32,
    own: [fn(u32, u32) -> bool; 5],
    min: BinaryOperation,
    max: BinaryOperation,
) {
    let bits = |results: [bool; 5]| {
        results
            .iter()
            .fold(0u32, |bits, r| bits << 1 | u32::from(*r))
    };
    let actual = |(a, b)| bits(own.map(|f| f(a, b)));
    let expected = |(a, b)| {
        let (a, b) = (F::of(a), F::of(b));
        bits([a == b, a < b, a <= b, a > b, a >= b])
    };
    agree("compare", pairs16(fraction_bits), actual, expected);
    // minimumNumber and maximumNumber of IEEE 754-2019, section 9.6.
    let minimum = |negated: bool, a: u32, b: u32| {
        let (x, y) = (F::of(a), F::of(b));
        let first = match (x.is_nan(), y.is_nan()) {
            (true, true) => return F::CANONICAL,
            (true, false) => false,
            (false, true) => true,
            _ if x == y => x.is_negative() != negated,
            _ => (x < y) != negated,
        };
        if first { a } else { b }
    };
    agree(
        "min",
        pairs16(fraction_bits),
        |(a, b)| min(a, b),
        |(a, b)| minimum(false, a, b),
    );
    agree(
        "max",
        pairs16(fraction_bits),
        |(a, b)| max(a, b),
        |(a, b)| minimum(true, a, b),
    );
}

/// Square roots are nearest: the square of a neighbouring tie does not pass the radicand. A binary64 number represents
/// the square of a tie, of at most 24 bits, exactly.
#[track_caller]
pub(crate) fn roots<F: Format>(sqrt: fn(u32) -> u32) {
    let value = |a: u32| -> f64 {
        let wide: rustc_apfloat::ieee::Double = widened(F::of(a));
        f64::from_bits(wide.to_bits() as u64)
    };
    for a in 0..0x1_0000 {
        let (x, actual) = (F::of(a), sqrt(a));
        let expected = match () {
            () if x.is_zero() || x.is_pos_infinity() => a,
            () if x.is_nan() || x.is_negative() => F::CANONICAL,
            () => {
                let [below, root, above] = [actual - 1, actual, actual + 1].map(value);
                let (low, high) = ((below + root) / 2.0, (root + above) / 2.0);
                let nearest = low * low < value(a) && value(a) < high * high;
                assert!(nearest, "sqrt({a:04x}) is not {actual:04x}");
                continue;
            }
        };
        assert_eq!(actual, expected, "sqrt({a:04x})");
    }
}

/// Reciprocal square roots are nearest: the square of a neighbouring tie times the radicand does not pass 1. A binary64
/// number represents the product, of at most 35 bits, exactly.
#[track_caller]
pub(crate) fn reciprocal_roots<F: Format>(rsqrt: fn(u32) -> u32) {
    let value = |a: u32| -> f64 {
        let wide: rustc_apfloat::ieee::Double = widened(F::of(a));
        f64::from_bits(wide.to_bits() as u64)
    };
    for a in 0..0x1_0000 {
        let (x, actual) = (F::of(a), rsqrt(a));
        let expected = match () {
            () if x.is_neg_zero() => (-F::INFINITY).pattern(),
            () if x.is_zero() => F::INFINITY.pattern(),
            () if x.is_nan() || x.is_negative() => F::CANONICAL,
            () if x.is_pos_infinity() => 0,
            () => {
                let [below, root, above] = [actual - 1, actual, actual + 1].map(value);
                let (low, high) = ((below + root) / 2.0, (root + above) / 2.0);
                let nearest = low * low * value(a) < 1.0 && high * high * value(a) > 1.0;
                assert!(nearest, "rsqrt({a:04x}) is not {actual:04x}");
                continue;
            }
        };
        assert_eq!(actual, expected, "rsqrt({a:04x})");
    }
}

/// The number in binary64, through its exact decimal digits.
fn widened<F: Format>(x: F) -> rustc_apfloat::ieee::Double {
    use rustc_apfloat::ieee::Double;
    let text = format!("{x:.1000}");
    Double::from_str_r(&text, Round::NearestTiesToEven)
        .expect("digits")
        .value
}
