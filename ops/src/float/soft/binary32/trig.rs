//! Sine, cosine and tangent, correctly rounded for arguments of any size.
//!
//! # Method
//! `x * 2/pi` modulo 4 is computed from the relevant 128 bits of 2/pi (Payne and Hanek, Radian reduction for
//! trigonometric functions, 1983); the nearest integer is the quadrant. The rest, times pi/2, is an angle `t` of at
//! most pi/4, whose sine and cosine are Taylor polynomials up to `t^19` and `t^20`. The tangent is a quotient.
//!
//! # Error
//! The product of the 24-bit significand with the 128 bits is exact except for the dropped bits of 2/pi, less than
//! 2^-102. No binary32 number comes nearer to a multiple of pi/2 than 2^-30 of a quadrant (search over all inputs), so
//! the rest has 72 accurate bits, and the relative error of its leading word is 2^-63; times pi/2, normalised, 2^-61.4.
//!
//! In the polynomials every truncated product has an error of one unit of 2^-64 and every coefficient half of one; with
//! `t^2` below 0.62 that adds up to four units of the sum, and to five units of the sine, relative to `t`, or three of
//! the cosine, which is at least 0.7. The polynomials end below 2^-69. With the error of the angle, the error of both
//! is 2^-60, and that of the tangent, whose quotient adds 2^-61, is 2^-58.
//!
//! The hardest inputs need 56 bits (sine, at 73243f06), 57 (cosine, 6115cb11) and 56 (tangent, 5ffd33a4), found by
//! search over all inputs.
//!
//! # Exact cases
//! Only 0 has a rational sine, cosine or tangent (Lindemann). Below 2^-12, sine and tangent differ from `x` by less
//! than `x^3/3`, below 2^-25 of `x`, and round to it: upwards that is half of half an ulp at most, downwards less than
//! half of the ulp below a power of two. The cosine is above `1 - 2^-25` there and rounds to 1.

use super::fixed::{add, leading_word, magnitude, mul_high, mul_wide, nearest, shift_right};
use super::quotient::quotient;
use super::{INFINITY, ONE, QUIET_NAN, SIGN, unpacked};
use crate::float::soft::tables::trig::{COS_COEFFICIENTS, HALF_PI, SIN_COEFFICIENTS, TWO_OVER_PI};
use vyre_conform_runtime::vyre_fn;

/// 2^-12.
const TINY: u32 = 0x3980_0000;

/// Quadrant of a magnitude of at least 2^-12, and the angle left: its sign and
/// `significand * 2^(exponent - 63)`, the significand with bit 63 set.
#[vyre_fn]
pub const fn reduced(x: u32) -> (u32, bool, i32, u64) {
    let (biased, significand) = unpacked(x);
    let exponent = biased.wrapping_sub(150);
    // Bits of 2/pi that give multiples of 4 are omitted; for smaller arguments the product is shifted right instead.
    let (skip, shift) = if exponent > 2 {
        (exponent.wrapping_sub(2) as u32, 0)
    } else {
        (0, 2i32.wrapping_sub(exponent) as u32)
    };
    let (word, bit) = ((skip >> 6) as usize, skip & 63);
    let across = 63u32.wrapping_sub(bit);
    let (first, second) = (TWO_OVER_PI[word], TWO_OVER_PI[word.wrapping_add(1)]);
    let third = TWO_OVER_PI[word.wrapping_add(2)];
    let high = first.wrapping_shl(bit) | (second >> 1).wrapping_shr(across);
    let low = second.wrapping_shl(bit) | (third >> 1).wrapping_shr(across);
    let (carry, bottom) = mul_wide(significand as u64, low);
    let (top, middle) = mul_wide(significand as u64, high);
    let (top, middle) = add(top, middle, 0, carry);
    // In units of 2^-126: two bits of quadrant, and what follows them.
    let (_, bottom) = shift_right(middle, bottom, shift);
    let (_, middle) = shift_right(top, middle, shift);
    let (negative, high, low) = magnitude((middle << 2) | (bottom >> 62), bottom << 2);
    let quadrant = ((middle >> 62) as u32).wrapping_add(negative as u32);
    let (fraction, zeros) = leading_word(high, low);
    let angle = mul_high(fraction, HALF_PI);
    let short = angle.leading_zeros();
    let exponent = zeros.wrapping_add(short) as i32;
    (
        quadrant,
        negative,
        exponent.wrapping_neg(),
        angle.wrapping_shl(short),
    )
}

/// The square of an angle below 1 in units of 2^-64.
#[vyre_fn]
const fn square(exponent: i32, significand: u64) -> u64 {
    let shift = (-1i32).wrapping_sub(exponent) as u32;
    let angle = if shift < 64 {
        significand.wrapping_shr(shift)
    } else {
        0
    };
    mul_high(angle, angle)
}

/// The sine of an angle of at most pi/4, its significand with bit 63 set.
#[vyre_fn]
const fn sine(exponent: i32, significand: u64) -> (i32, u64) {
    let z = square(exponent, significand);
    let mut sum = 0u64;
    let mut j = 0;
    while j < SIN_COEFFICIENTS.len() {
        sum = SIN_COEFFICIENTS[j].wrapping_sub(mul_high(sum, z));
        j += 1;
    }
    let result = significand.wrapping_sub(mul_high(significand, mul_high(z, sum)));
    let zeros = result.leading_zeros();
    (
        exponent.wrapping_sub(zeros as i32),
        result.wrapping_shl(zeros),
    )
}

/// The cosine of an angle of at most pi/4, its significand with bit 63 set.
#[vyre_fn]
const fn cosine(exponent: i32, significand: u64) -> (i32, u64) {
    let z = square(exponent, significand);
    let mut sum = 0u64;
    let mut j = 0;
    while j < COS_COEFFICIENTS.len() {
        sum = COS_COEFFICIENTS[j].wrapping_sub(mul_high(sum, z));
        j += 1;
    }
    let less = mul_high(z, sum);
    if less == 0 {
        return (0, 1 << 63);
    }
    // The angle is at most pi/4, so at most one bit is lost.
    let result = less.wrapping_neg();
    let zeros = result.leading_zeros();
    (
        (-1i32).wrapping_sub(zeros as i32),
        result.wrapping_shl(zeros),
    )
}

/// The sine of a magnitude plus this many quadrants, negated if `sign` is set.
#[vyre_fn]
const fn wave(sign: u32, a: u32, quadrants: u32) -> u32 {
    let (found, negative, exponent, angle) = reduced(a & !SIGN);
    let quadrant = found.wrapping_add(quadrants);
    let turned = sign ^ ((quadrant & 2) << 30);
    if quadrant & 1 != 0 {
        let (exponent, significand) = cosine(exponent, angle);
        return nearest(turned, exponent, significand);
    }
    let (exponent, significand) = sine(exponent, angle);
    nearest(
        turned ^ if negative { SIGN } else { 0 },
        exponent,
        significand,
    )
}

/// The sine.
#[vyre_fn]
pub const fn sin(a: u32) -> u32 {
    let x = a & !SIGN;
    if x >= INFINITY {
        return QUIET_NAN;
    }
    if x < TINY {
        return a;
    }
    wave(a & SIGN, a, 0)
}

/// The cosine.
#[vyre_fn]
pub const fn cos(a: u32) -> u32 {
    let x = a & !SIGN;
    if x >= INFINITY {
        return QUIET_NAN;
    }
    if x < TINY {
        return ONE;
    }
    wave(0, a, 1)
}

/// The tangent.
#[vyre_fn]
pub const fn tan(a: u32) -> u32 {
    let x = a & !SIGN;
    if x >= INFINITY {
        return QUIET_NAN;
    }
    if x < TINY {
        return a;
    }
    let (quadrant, negative, exponent, angle) = reduced(x);
    let (es, s) = sine(exponent, angle);
    let (ec, c) = cosine(exponent, angle);
    let odd = quadrant & 1 != 0;
    let sign = (a & SIGN) ^ if odd != negative { SIGN } else { 0 };
    // A quarter turn later, the tangent is the negative reciprocal.
    let ratio = if odd { quotient(c, s) } else { quotient(s, c) };
    let exponent = if odd {
        ec.wrapping_sub(es)
    } else {
        es.wrapping_sub(ec)
    };
    let zeros = ratio.leading_zeros();
    nearest(
        sign,
        exponent.wrapping_sub(zeros as i32),
        ratio.wrapping_shl(zeros),
    )
}
