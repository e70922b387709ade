//! The angle of a point, correctly rounded.
//!
//! # Method
//! As in the arc tangent: between 0 and pi/4 the angle is `atan(i/32) + atan z` with `i` the integer nearest to
//! `32 * y / x` and `z = (32 * y - i * x) / (32 * x + i * y)`, here with 128 bits: numerator and denominator are exact
//! integers of at most 38 bits, the quotient is truncated after 128 bits, `atan z` has ten terms. If `y / x` is below
//! 2^-6 the angle is `atan(y / x)`, with a separate exponent. Other octants are reflections with 125 fraction bits.
//!
//! # Error
//! Relative to `z`, below 2^-5.9, the series ends below 2^-130, its products have errors below 2^-122 and the quotient
//! 2^-127: together 2^-121. With a table, an angle is at least 2^-6.1 and the error of its parts is 2^-124: together
//! 2^-117.
//!
//! Of the 2^64 pairs at most about 2^61 have distinct results, and the hardest of them is expected to need 24 + 61 bits
//! and a few more, less than 96. That is an estimate, not a proof: the pairs are too many to search.
//!
//! # Exact cases
//! A short quotient `y / x` may be so small that its arc tangent differs from it by less than the last of 128 bits. The
//! result is below the quotient, so one unit is always subtracted. A quotient that is not a number or a tie of 25 bits
//! differs from one by at least 2^-50 of itself. Otherwise only zeros, infinities and NaN have exact or prescribed
//! results.

use super::fixed::{add, leading_word, mul_high_2, nearest, shift_right, sub};
use super::ratio::ratio;
use super::{INFINITY, QUIET_NAN, SIGN, is_nan, unpacked};
use crate::float::soft::tables::atan::{
    ARCS_HIGH, ARCS_LOW, ATAN2_COEFFICIENTS_HIGH, ATAN2_COEFFICIENTS_LOW, HALF_PI_HIGH,
    HALF_PI_LOW, PI_HIGH, PI_LOW,
};
use vyre_conform_runtime::vyre_fn;

/// pi, pi/2, pi/4 and 3 pi/4, rounded.
const STRAIGHT: u32 = 0x4049_0fdb;
const RIGHT: u32 = 0x3fc9_0fdb;
const EIGHTH: u32 = 0x3f49_0fdb;
const THREE_EIGHTHS: u32 = 0x4016_cbe4;

/// The result for zeros and infinities, for magnitudes `x` and `y`, and whether it applies.
#[vyre_fn]
const fn special(y: u32, x: u32, left: bool) -> (bool, u32) {
    if y == INFINITY && x == INFINITY {
        return (true, if left { THREE_EIGHTHS } else { EIGHTH });
    }
    if y == 0 || x == INFINITY {
        return (true, if left { STRAIGHT } else { 0 });
    }
    (y == INFINITY || x == 0, RIGHT)
}

/// `atan z` by its series, for `z = (high, low) * 2^(exponent - 127)` with the leading bit set and `z` at most
/// 2^-5.9: the significand with the same exponent.
#[vyre_fn]
const fn series(high: u64, low: u64, exponent: i32) -> (u64, u64) {
    let shift = (-1i32).wrapping_sub(exponent) as u32;
    let (zh, zl) = shift_right(high, low, shift);
    let (zh, zl) = mul_high_2(zh, zl, zh, zl);
    let (mut sh, mut sl) = (0u64, 0u64);
    let mut j = 0;
    while j < ATAN2_COEFFICIENTS_HIGH.len() {
        let (ph, pl) = mul_high_2(sh, sl, zh, zl);
        let (ch, cl) = (ATAN2_COEFFICIENTS_HIGH[j], ATAN2_COEFFICIENTS_LOW[j]);
        (sh, sl) = sub(ch, cl, ph, pl);
        j += 1;
    }
    let (ph, pl) = mul_high_2(sh, sl, zh, zl);
    let (ph, pl) = mul_high_2(high, low, ph, pl);
    let (high, low) = sub(high, low, ph, pl);
    // Strictly below z, even if the series is too small to matter.
    sub(high, low, 0, 1)
}

/// The angle of `(x, y / 2^d)` from 0 to pi/4, for significands of 24 bits: high word, low word and the
/// exponent of units of `2^(exponent - 127)`.
#[vyre_fn]
const fn angle(x: u32, y: u32, d: u32) -> (u64, u64, i32) {
    let (x, y) = (x as u64, y as u64);
    if d > 6 {
        let (high, low, exponent) = ratio(y, x);
        let exponent = exponent.wrapping_sub(d as i32);
        let (high, low) = series(high, low, exponent);
        return (high, low, exponent);
    }
    let x = x.wrapping_shl(d);
    let doubled = (y << 6).wrapping_add(x);
    let place = match (doubled as u32).checked_div((x << 1) as u32) {
        Some(place) => place,
        None => 0,
    };
    let (table_high, table_low) = (ARCS_HIGH[place as usize], ARCS_LOW[place as usize]);
    let (p, q) = (y << 5, x.wrapping_mul(place as u64));
    if p == q {
        return (table_high, table_low, 2);
    }
    let negative = p < q;
    let numerator = if negative {
        q.wrapping_sub(p)
    } else {
        p.wrapping_sub(q)
    };
    let denominator = (x << 5).wrapping_add(y.wrapping_mul(place as u64));
    let (high, low, exponent) = ratio(numerator, denominator);
    let (high, low) = series(high, low, exponent);
    if place == 0 {
        return (high, low, exponent);
    }
    let (high, low) = shift_right(high, low, 2i32.wrapping_sub(exponent) as u32);
    let (high, low) = if negative {
        sub(table_high, table_low, high, low)
    } else {
        add(table_high, table_low, high, low)
    };
    (high, low, 2)
}

/// The angle of the point `(x, y)` from the positive x axis, from -pi to pi.
#[vyre_fn]
pub const fn atan2(y: u32, x: u32) -> u32 {
    if is_nan(y) || is_nan(x) {
        return QUIET_NAN;
    }
    let (sign, left) = (y & SIGN, x >= SIGN);
    let (known, result) = special(y & !SIGN, x & !SIGN, left);
    if known {
        return sign | result;
    }
    let (ex, mx) = unpacked(x & !SIGN);
    let (ey, my) = unpacked(y & !SIGN);
    let steep = ey > ex || (ey == ex && my > mx);
    let (high, low, exponent) = if steep {
        angle(my, mx, ey.wrapping_sub(ex) as u32)
    } else {
        angle(mx, my, ex.wrapping_sub(ey) as u32)
    };
    if !steep && !left {
        let (significand, zeros) = leading_word(high, low);
        return nearest(sign, exponent.wrapping_sub(zeros as i32), significand);
    }
    let (high, low) = shift_right(high, low, 2i32.wrapping_sub(exponent) as u32);
    let (high, low) = if !steep {
        sub(PI_HIGH, PI_LOW, high, low)
    } else if left {
        add(HALF_PI_HIGH, HALF_PI_LOW, high, low)
    } else {
        sub(HALF_PI_HIGH, HALF_PI_LOW, high, low)
    };
    let (significand, zeros) = leading_word(high, low);
    nearest(sign, 2i32.wrapping_sub(zeros as i32), significand)
}
