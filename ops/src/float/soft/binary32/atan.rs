//! Arc tangent, arc sine and arc cosine, correctly rounded.
//!
//! # Method
//! All three are the angle of a point: `atan x` that of (1, x), `asin x` that of (sqrt(1 - x^2), x), `acos x` that of
//! (x, sqrt(1 - x^2)). Between 0 and pi/4 the angle of (x, y) is `atan(i/32) + atan z` with `i` the integer nearest to
//! `32 * y / x` and `z = (32 * y - i * x) / (32 * x + i * y)`, at most 2^-6 and a bit; `atan(i/32)` from a table with
//! 125 bits after the point and `atan z` by five terms of its series. Other octants are reflections.
//!
//! # Error
//! All errors are relative. Numerator and denominator of `z` are computed exactly in 128 bits and truncated to their
//! leading words, each with an error of 2^-63. The quotient adds 2^-61 and the series 2^-62 (it ends below 2^-75):
//! together 2^-60 of `z`. If the table gives 0, that is the error of the angle. Otherwise the angle is greater than
//! `z`, at least 1/64 and mostly far more, and the error of the table is 2^-126. The error of the root is 2^-62, which
//! changes the angle by at most 2^-62 of itself.
//!
//! The hardest inputs need 57 bits (atan, at 3d8d6b23), 56 (asin, 3f083a1a) and 59 (acos, 39826222, where the angle is
//! near pi/2 with an error of 2^-66), found by search over all inputs.
//!
//! # Exact cases
//! `acos 1` is 0. Otherwise only 0 has a rational arc sine or arc tangent, and no number has a rational arc cosine
//! (Lindemann). Below 2^-12, arc sine and arc tangent differ from `x` by less than `x^3/3`, below 2^-25 of `x`, and
//! round to it. If the rest is smaller than the distance of pi/2 or pi from a tie, the result is pi/2 or pi, rounded.

use super::fixed::{add, leading_word, magnitude, mul_high, nearest, shift_right, sub, times};
use super::quotient::quotient;
use super::{INFINITY, ONE, QUIET_NAN, SIGN, unpacked};
use crate::float::soft::tables::atan::{
    ARCS_HIGH, ARCS_LOW, ATAN_COEFFICIENTS, HALF_PI_HIGH, HALF_PI_LOW, PI_HIGH, PI_LOW,
};
use vyre_conform_runtime::vyre_fn;

/// 2^-12.
const TINY: u32 = 0x3980_0000;
/// 2^-27.
const VANISHING: u32 = 0x3200_0000;
/// 2^27.
const STEEP: u32 = 0x4d00_0000;
/// pi/2, rounded.
const RIGHT_ANGLE: u32 = 0x3fc9_0fdb;

/// pi, rounded.
const STRAIGHT_ANGLE: u32 = 0x4049_0fdb;

/// The angle of the point `(x, y / 2^d)` in units of 2^-125, if it is at most pi/4; `x` and `y` have bit 63 set.
#[vyre_fn]
const fn angle(x: u64, y: u64, d: u32) -> (u64, u64) {
    // Six extra bits for the factors up to 32, 64 below for the bits that `d` shifts out.
    let (yh, yl) = shift_right(y, 0, d.wrapping_add(6));
    let (xh, xl) = (x >> 6, x << 58);
    let rough = ((yh >> 34) as u32) << 5;
    let divisor = (x >> 40) as u32;
    let place = match rough.wrapping_add(divisor >> 1).checked_div(divisor) {
        Some(place) => place,
        None => 0,
    };
    let (ph, pl) = times(yh, yl, 32);
    let (qh, ql) = times(xh, xl, place);
    let (nh, nl) = sub(ph, pl, qh, ql);
    let (negative, nh, nl) = magnitude(nh, nl);
    let (table_high, table_low) = (ARCS_HIGH[place as usize], ARCS_LOW[place as usize]);
    if nh | nl == 0 {
        return (table_high, table_low);
    }
    let (ph, pl) = times(xh, xl, 32);
    let (qh, ql) = times(yh, yl, place);
    let (dh, dl) = add(ph, pl, qh, ql);
    let (numerator, n) = leading_word(nh, nl);
    let (denominator, m) = leading_word(dh, dl);
    // z is ratio * 2^(m - n - 63), in units of 2^-64 below; m is at most 1, n at least 5.
    let ratio = quotient(numerator, denominator);
    let (z, _) = shift_right(ratio, 0, n.wrapping_sub(m).wrapping_sub(1));
    let square = mul_high(z, z);
    let mut sum = 0u64;
    let mut j = 0;
    while j < ATAN_COEFFICIENTS.len() {
        sum = ATAN_COEFFICIENTS[j].wrapping_sub(mul_high(sum, square));
        j += 1;
    }
    let arc = ratio.wrapping_sub(mul_high(ratio, mul_high(sum, square)));
    let (high, low) = shift_right(arc, 0, n.wrapping_sub(m).wrapping_add(2));
    if negative {
        sub(table_high, table_low, high, low)
    } else {
        add(table_high, table_low, high, low)
    }
}

/// The angle of a point of the first quadrant: `(x * 2^ex, y * 2^ey)`, bit 63 of `x` and `y` set.
#[vyre_fn]
const fn first_quadrant(ex: i32, x: u64, ey: i32, y: u64) -> (u64, u64) {
    let steep = ey > ex || (ey == ex && y > x);
    if steep {
        let (high, low) = angle(y, x, ey.wrapping_sub(ex) as u32);
        return sub(HALF_PI_HIGH, HALF_PI_LOW, high, low);
    }
    angle(x, y, ex.wrapping_sub(ey) as u32)
}

/// An angle in units of 2^-125, rounded.
#[vyre_fn]
const fn rounded_angle(sign: u32, high: u64, low: u64) -> u32 {
    let (significand, zeros) = leading_word(high, low);
    nearest(sign, 2i32.wrapping_sub(zeros as i32), significand)
}

/// `sqrt(1 - x^2)` for an `x` of magnitude from 2^-27 to below 1: exponent of the leading bit, and significand.
#[vyre_fn]
const fn leg(x: u32) -> (i32, u64) {
    let (exponent, significand) = unpacked(x);
    let m = significand as u64;
    // x is m * 2^(exponent - 150), its square in units of 2^-64.
    let shift = exponent.wrapping_mul(2).wrapping_sub(236);
    let full = m.wrapping_mul(m);
    let square = if shift < 0 {
        full.wrapping_shr(shift.wrapping_neg() as u32)
    } else {
        full.wrapping_shl(shift as u32)
    };
    let rest = square.wrapping_neg();
    // An even exponent for the root.
    let zeros = rest.leading_zeros();
    let even = zeros & 0x3e;
    let radicand = rest.wrapping_shl(even);
    // 32 bits by the digit recurrence, with their remainder; 32 more by a division. The neglected term is the square of
    // a number below 1 divided by twice a number of 32 bits.
    let mut left = radicand;
    let mut rest = 0u64;
    let mut root = 0u64;
    let mut i = 0u32;
    while i < 32 {
        rest = (rest << 2) | (left >> 62);
        left <<= 2;
        let trial = (root << 2) | 1;
        let fits = rest >= trial;
        if fits {
            rest = rest.wrapping_sub(trial);
        }
        root = (root << 1) | fits as u64;
        i += 1;
    }
    let fine = match (rest << 31).checked_div(root) {
        Some(fine) => fine,
        None => 0,
    };
    let exponent = (even >> 1) as i32;
    (
        (-1i32).wrapping_sub(exponent),
        (root << 32).wrapping_add(fine),
    )
}

/// The arc tangent.
#[vyre_fn]
pub const fn atan(a: u32) -> u32 {
    let x = a & !SIGN;
    if x > INFINITY {
        return QUIET_NAN;
    }
    if x < TINY {
        return a;
    }
    let sign = a & SIGN;
    if x >= STEEP {
        return sign | RIGHT_ANGLE;
    }
    let (exponent, significand) = unpacked(x);
    let y = (significand as u64) << 40;
    let (high, low) = first_quadrant(0, 1 << 63, exponent.wrapping_sub(127), y);
    rounded_angle(sign, high, low)
}

/// The arc sine; NaN if the magnitude is above 1.
#[vyre_fn]
pub const fn asin(a: u32) -> u32 {
    let x = a & !SIGN;
    if x > ONE {
        return QUIET_NAN;
    }
    if x < TINY {
        return a;
    }
    let sign = a & SIGN;
    if x == ONE {
        return sign | RIGHT_ANGLE;
    }
    let (exponent, significand) = unpacked(x);
    let (leg_exponent, leg) = leg(x);
    let y = (significand as u64) << 40;
    let (high, low) = first_quadrant(leg_exponent, leg, exponent.wrapping_sub(127), y);
    rounded_angle(sign, high, low)
}

/// The arc cosine; NaN if the magnitude is above 1.
#[vyre_fn]
pub const fn acos(a: u32) -> u32 {
    let x = a & !SIGN;
    if x > ONE {
        return QUIET_NAN;
    }
    if x < VANISHING {
        return RIGHT_ANGLE;
    }
    if x == ONE {
        return if a < SIGN { 0 } else { STRAIGHT_ANGLE };
    }
    let (exponent, significand) = unpacked(x);
    let (leg_exponent, leg) = leg(x);
    let x = (significand as u64) << 40;
    let (high, low) = first_quadrant(exponent.wrapping_sub(127), x, leg_exponent, leg);
    if a >= SIGN {
        let (high, low) = sub(PI_HIGH, PI_LOW, high, low);
        return rounded_angle(0, high, low);
    }
    rounded_angle(0, high, low)
}
