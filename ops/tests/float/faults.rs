//! Planted faults that are typical of arithmetic on bits: the tests detect each.

use crate::cases::{pairs, triples, unary};
use crate::oracle::bits;
use crate::support::difference;
use vyre_ops::float::soft::binary32::{
    self, INFINITY, SIGN, rounded, shift_right_sticky, unpacked,
};

fn exact(a: u32, b: u32) -> u32 {
    bits(f32::from_bits(a) * f32::from_bits(b))
}

/// A right or wrong way to round a product.
type Rounding = fn(u32, i32, u32, bool) -> u32;

/// The product of normal and subnormal numbers, with a custom rounding that also receives whether low bits were lost.
fn product(rounding: Rounding, a: u32, b: u32) -> u32 {
    let (x, y) = (a & !SIGN, b & !SIGN);
    if x == 0 || y == 0 || x >= INFINITY || y >= INFINITY {
        return binary32::mul(a, b);
    }
    let ((ex, fx), (ey, fy)) = (unpacked(x), unpacked(y));
    let full = u64::from(fx << 7) * u64::from(fy << 8);
    let short = full < 1 << 62;
    let full = full << u32::from(short);
    let exponent = ex + ey - 127 - i32::from(short);
    let lost = full as u32 != 0;
    rounding((a ^ b) & SIGN, exponent, (full >> 32) as u32, lost)
}

/// True if the pairs distinguish a rounding from the right one.
fn pairs_distinguish(rounding: Rounding) -> bool {
    let wrong = |(a, b)| product(rounding, a, b);
    difference(pairs(), wrong, |(a, b)| exact(a, b)).is_some()
}

fn right_rounding(sign: u32, exponent: i32, significand: u32, lost: bool) -> u32 {
    rounded(sign, exponent, significand | u32::from(lost))
}

fn rounding_without_sticky(sign: u32, exponent: i32, significand: u32, _lost: bool) -> u32 {
    rounded(sign, exponent, significand)
}

fn rounding_ties_up(sign: u32, exponent: i32, significand: u32, lost: bool) -> u32 {
    // A tie with a bit set below it is not a tie.
    let significand = significand | u32::from(lost);
    let shift = if exponent < 0 {
        exponent.unsigned_abs()
    } else {
        0
    };
    let tie = shift_right_sticky(significand, shift) & 0x7f == 0x40;
    rounded(sign, exponent, significand | u32::from(tie))
}

fn flushing_rounding(sign: u32, exponent: i32, significand: u32, lost: bool) -> u32 {
    if exponent < 0 {
        sign
    } else {
        right_rounding(sign, exponent, significand, lost)
    }
}

fn rounding_twice(sign: u32, exponent: i32, significand: u32, lost: bool) -> u32 {
    // Rounded to 24 bits first, and again at the end of a subnormal number.
    if exponent >= 0 {
        return right_rounding(sign, exponent, significand, lost);
    }
    let first = right_rounding(0, 100, significand, lost);
    let (carried, kept) = unpacked(first);
    rounded(sign, exponent + carried - 101, kept << 7)
}

/// Oracle: the processor.
#[test]
fn wrong_roundings_are_caught() {
    assert!(!pairs_distinguish(right_rounding), "the right one passes");
    assert!(
        pairs_distinguish(rounding_without_sticky),
        "a dropped sticky bit"
    );
    assert!(pairs_distinguish(rounding_ties_up), "a missing tie case");
    assert!(pairs_distinguish(flushing_rounding), "flushed results");
    assert!(
        pairs_distinguish(rounding_twice),
        "subnormal results rounded twice"
    );
}

/// Oracle: the processor.
#[test]
fn flushed_operands_are_caught() {
    let flush = |a: u32| if a & 0x7f80_0000 == 0 { a & SIGN } else { a };
    let host = |(a, b): (u32, u32)| bits(f32::from_bits(a) + f32::from_bits(b));
    let wrong = |(a, b)| binary32::add(flush(a), flush(b));
    assert!(difference(pairs(), wrong, host).is_some());
    let root = |a| bits(f32::from_bits(a).sqrt());
    assert!(difference(unary(), |a| binary32::sqrt(flush(a)), root).is_some());
}

/// Oracle: `f32::mul_add`.
#[test]
fn a_multiply_add_that_rounds_twice_is_caught() {
    let host = |(a, b, c)| bits(f32::from_bits(a).mul_add(f32::from_bits(b), f32::from_bits(c)));
    let unfused = |(a, b, c)| binary32::add(binary32::mul(a, b), c);
    assert!(difference(triples(), unfused, host).is_some());
    // In binary64 the product is exact and the sum is rounded: only the second rounding is wrong, at a tie.
    let wide = |(a, b, c): (u32, u32, u32)| {
        let [a, b, c] = [a, b, c].map(|x| f64::from(f32::from_bits(x)));
        bits((a * b + c) as f32)
    };
    assert!(difference(triples(), wide, host).is_some());
}

/// Oracle: rounding a fused multiply-add to odd first is right; to nearest first is wrong.
#[test]
fn a_narrow_multiply_add_through_nearest_is_caught() {
    use crate::cases::triples16;
    use crate::oracle::fused;
    use rustc_apfloat::ieee::Half;
    let wide = binary32::from_binary16;
    let wrong = |(a, b, c)| binary32::to_binary16(binary32::fma(wide(a), wide(b), wide(c)));
    assert!(difference(triples16(10), wrong, fused::<Half>).is_some());
}
