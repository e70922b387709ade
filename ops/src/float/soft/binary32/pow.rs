//! Powers `x^y`, correctly rounded.
//!
//! # Method
//! `x^y = 2^(y * log2 x)`. With `x = m * 2^e` and `c` the multiple of 1/32 nearest to `m`, `log2 x` is
//! `e + log2 c + 2 / ln 2 * atanh s`, `s = (m - c) / (m + c)`, at most 2^-7: an exact fraction of integers, truncated
//! after 128 bits, and ten terms of a series. Its product with `y` has 128 fraction bits, of which the exponential is
//! computed as in the exponential functions, with 128 bits and degree 16.
//!
//! # Error
//! The relative error of the series is 2^-121 (it ends below 2^-140). If `e + log2 c` is 0, that is the relative error
//! of `log2 x`. Otherwise `log2 x` is at least 2^-5.5, with an error of at most 2^-117, a relative error of 2^-111.
//! `y * log2 x` is below 2^8, so its error is 2^-103; the power adds less than 2^-120. The relative error of the result
//! is 2^-103.
//!
//! Of the 2^64 pairs about 2^61 have distinct results, and the hardest of them is expected to need 24 + 61 bits and a
//! few more, less than 96. That is an estimate, not a proof: the pairs are too many to search.
//!
//! # Exact cases
//! A power that is exactly a number or a tie, of at most 25 bits, is computed in integers before (Lauter and Lefevre,
//! An efficient rounding boundary test for pow(x, y) in double precision, 2009). With odd `m` and `n`, `x = m * 2^e`
//! and `y = n * 2^f`:
//! - a power of two (`m = 1`) has an exact power if `e * y` is an integer, and otherwise an irrational one;
//! - for `m > 1` and negative `y` the divisor is not a power of two, so the power is neither;
//! - for `f >= 0`, `m^y` has at most 25 bits only for `y` up to 15, because `3^16 > 2^25`;
//! - for `f < 0`, `x` must be a square `-f` times over, at most three times, because `3^16 > 2^24`.

use super::fixed::{add, magnitude, mul_high_2, mul_wide, nearest, shift_right, sub, times};
use super::ratio::ratio;
use super::{INFINITY, ONE, QUIET_NAN, SIGN, is_nan, unpacked};
use crate::float::soft::tables::pow::{
    ATANH_COEFFICIENTS_HIGH, ATANH_COEFFICIENTS_LOW, LN_2_HIGH, LN_2_LOW, LOG2_HIGH, LOG2_LOW,
    POW_COEFFICIENTS_HIGH, POW_COEFFICIENTS_LOW, POWERS_HIGH, POWERS_LOW,
};
use vyre_conform_runtime::{bound, vyre_fn};

/// The kind of a finite `y` other than 0: 0 for a fraction, 1 for an odd integer, 2 for an even one.
#[vyre_fn]
const fn parity(y: u32) -> u32 {
    let (exponent, significand) = unpacked(y & !SIGN);
    let lowest = exponent.wrapping_add(significand.trailing_zeros() as i32);
    if lowest < 150 {
        0
    } else if lowest == 150 {
        1
    } else {
        2
    }
}

/// True if `a` is a signalling NaN: the first bit of its fraction is clear.
#[vyre_fn]
const fn is_signalling(a: u32) -> bool {
    is_nan(a) && a & 0x0040_0000 == 0
}

/// The result if an operand is NaN, zero, infinite or 1, and whether one is.
#[vyre_fn]
const fn special(x: u32, y: u32) -> (bool, u32) {
    let (a, b) = (x & !SIGN, y & !SIGN);
    if is_signalling(x) || is_signalling(y) {
        return (true, QUIET_NAN);
    }
    if b == 0 || x == ONE {
        return (true, ONE);
    }
    if is_nan(x) || is_nan(y) {
        return (true, QUIET_NAN);
    }
    if b == INFINITY {
        if a == ONE {
            return (true, ONE);
        }
        // Infinite for great numbers to the power of infinity and small ones to that of its negative.
        let up = (a > ONE) == (y < SIGN);
        return (true, if up { INFINITY } else { 0 });
    }
    let kind = parity(y);
    if a == 0 || a == INFINITY {
        let sign = if kind == 1 { x & SIGN } else { 0 };
        let up = (a == INFINITY) == (y < SIGN);
        return (true, sign | if up { INFINITY } else { 0 });
    }
    (x >= SIGN && kind == 0, QUIET_NAN)
}

/// The root of an integer below 2^24, and whether the integer is a square.
#[vyre_fn]
const fn square_root(n: u32) -> (bool, u32) {
    let mut left = n << 8;
    let (mut rest, mut root) = (0u32, 0u32);
    let mut i = 0u32;
    while i < 12 {
        rest = (rest << 2) | (left >> 30);
        left <<= 2;
        let trial = (root << 2) | 1;
        let fits = rest >= trial;
        if fits {
            rest = rest.wrapping_sub(trial);
        }
        root = (root << 1) | fits as u32;
        i += 1;
    }
    (rest == 0, root)
}

/// A power of positive `x`, not 1, as `significand * 2^exponent`, and whether it has at most 25 bits.
#[vyre_fn]
const fn exact(x: u32, y: u32) -> (bool, i32, u32) {
    let (bx, mx) = unpacked(x);
    let (by, my) = unpacked(y & !SIGN);
    let (zx, zy) = (mx.trailing_zeros(), my.trailing_zeros());
    let (mut m, n) = (mx.wrapping_shr(zx), my.wrapping_shr(zy));
    let mut e = bx.wrapping_sub(150).wrapping_add(zx as i32);
    let mut f = by.wrapping_sub(150).wrapping_add(zy as i32);
    // Roots: e is below 2^8, so at most eight of them exist.
    while f < 0 {
        bound!(9);
        let (square, root) = square_root(m);
        if !square || e & 1 != 0 || f < -8 {
            return (false, 0, 0);
        }
        m = root;
        e >>= 1;
        f = f.wrapping_add(1);
    }
    if m == 1 {
        // Exponents beyond 2^10 overflow or underflow; this keeps the product from wrapping.
        let far = f > 10 || n > 0x3ff;
        let factor = if far {
            0x400
        } else {
            n.wrapping_shl(f as u32) as i32
        };
        let product = e.wrapping_mul(factor);
        return (
            true,
            if y >= SIGN {
                product.wrapping_neg()
            } else {
                product
            },
            1,
        );
    }
    let power = n.wrapping_shl(f as u32);
    if y >= SIGN || f > 3 || n > 15 || power > 15 {
        return (false, 0, 0);
    }
    let mut product = 1u64;
    let mut i = 0u32;
    while i < 15 {
        if i < power {
            product = product.wrapping_mul(m as u64);
            if product >= 1 << 25 {
                return (false, 0, 0);
            }
        }
        i += 1;
    }
    (true, e.wrapping_mul(power as i32), product as u32)
}

/// `log2 x` for positive `x` other than 1: its sign, the leading 128 bits and the exponent of the leading one.
#[vyre_fn]
const fn logarithm(x: u32) -> (bool, u64, u64, i32) {
    let (biased, significand) = unpacked(x);
    let exponent = biased.wrapping_sub(127);
    // c is place / 32, from 32 / 32 to 64 / 32.
    let place = significand.wrapping_add(1 << 17) >> 18;
    let center = place << 18;
    let high = LOG2_HIGH[place.wrapping_sub(32) as usize];
    let low = LOG2_LOW[place.wrapping_sub(32) as usize];
    let (scale, _) = times(1 << 55, 0, exponent.unsigned_abs());
    let (high, low) = if exponent < 0 {
        sub(high, low, scale, 0)
    } else {
        add(high, low, scale, 0)
    };
    let below = significand < center;
    let (mut sh, mut sl, mut es) = (0u64, 0u64, -1i32);
    if significand != center {
        let difference = significand.abs_diff(center) as u64;
        let (rh, rl, er) = ratio(difference, significand.wrapping_add(center) as u64);
        let (qh, ql) = shift_right(rh, rl, (-1i32).wrapping_sub(er) as u32);
        let (qh, ql) = mul_high_2(qh, ql, qh, ql);
        let mut j = 0;
        // Coefficients in units of 2^-126: 2 / ln 2 is below 4.
        while j < ATANH_COEFFICIENTS_HIGH.len() {
            let (ph, pl) = mul_high_2(sh, sl, qh, ql);
            let (ch, cl) = (ATANH_COEFFICIENTS_HIGH[j], ATANH_COEFFICIENTS_LOW[j]);
            (sh, sl) = add(ch, cl, ph, pl);
            j += 1;
        }
        (sh, sl) = mul_high_2(sh, sl, rh, rl);
        es = er;
    }
    // The series is (sh, sl) * 2^(es - 125).
    if high | low == 0 {
        let zeros = sh.leading_zeros();
        let (th, tl) = shift_left(sh, sl, zeros);
        return (below, th, tl, es.wrapping_add(2).wrapping_sub(zeros as i32));
    }
    let (th, tl) = shift_right(sh, sl, 6i32.wrapping_sub(es) as u32);
    let (high, low) = if below {
        sub(high, low, th, tl)
    } else {
        add(high, low, th, tl)
    };
    let (negative, high, low) = magnitude(high, low);
    let zeros = high.leading_zeros();
    let (high, low) = shift_left(high, low, zeros);
    (negative, high, low, 8i32.wrapping_sub(zeros as i32))
}

/// A number of two words times `2^n` modulo 2^128, for `n` below 64.
#[vyre_fn]
const fn shift_left(high: u64, low: u64, n: u32) -> (u64, u64) {
    let across = (low >> 1).wrapping_shr(63u32.wrapping_sub(n));
    (high.wrapping_shl(n) | across, low.wrapping_shl(n))
}

/// `2^(k + f)` of this sign, `f` in units of 2^-128.
#[vyre_fn]
const fn power_of_two(sign: u32, k: i32, high: u64, low: u64) -> u32 {
    let place = (high >> 59) as usize;
    let (yh, yl) = mul_high_2(high & 0x07ff_ffff_ffff_ffff, low, LN_2_HIGH, LN_2_LOW);
    let (mut sh, mut sl) = (0u64, 0u64);
    let mut j = 0;
    while j < POW_COEFFICIENTS_HIGH.len() {
        let (ph, pl) = mul_high_2(sh, sl, yh, yl);
        let (ch, cl) = (POW_COEFFICIENTS_HIGH[j], POW_COEFFICIENTS_LOW[j]);
        (sh, sl) = add(ch, cl, ph, pl);
        j += 1;
    }
    // e^y - 1 is y + y^2 * (1/2! + y/3! + ...).
    let (qh, ql) = mul_high_2(yh, yl, yh, yl);
    let (qh, ql) = mul_high_2(qh, ql, sh, sl);
    let (gh, gl) = add(yh, yl, qh, ql);
    let (th, tl) = (POWERS_HIGH[place], POWERS_LOW[place]);
    let (ph, pl) = mul_high_2(th, tl, gh, gl);
    let (vh, vl) = add(th, tl, ph, pl);
    nearest(sign, k, vh | (vl != 0) as u64)
}

/// `x^y`. `x^0` and `1^y` are 1 even if the other operand is a NaN, unless it is a signalling one.
#[vyre_fn]
pub const fn pow(x: u32, y: u32) -> u32 {
    let (known, result) = special(x, y);
    if known {
        return result;
    }
    let sign = if parity(y) == 1 { x & SIGN } else { 0 };
    let x = x & !SIGN;
    if x == ONE {
        return sign | ONE;
    }
    let (found, exponent, significand) = exact(x, y);
    if found {
        let zeros = significand.leading_zeros();
        let normal = (significand as u64).wrapping_shl(zeros.wrapping_add(32));
        let leading = exponent.wrapping_add(31).wrapping_sub(zeros as i32);
        return nearest(sign, leading, normal);
    }
    let (below, high, low, exponent) = logarithm(x);
    let (ey, my) = unpacked(y & !SIGN);
    let negative = below != (y >= SIGN);
    // The product with y is from 2^scale to below 2^(scale + 2).
    let scale = exponent.wrapping_add(ey).wrapping_sub(127);
    if scale >= 8 {
        return sign | if negative { 0 } else { INFINITY };
    }
    if scale < -30 {
        return sign | ONE;
    }
    let m = my as u64;
    let (carry, bottom) = mul_wide(m, low);
    let (top, middle) = mul_wide(m, high);
    let (top, middle) = add(top, middle, 0, carry);
    // (top, middle, bottom) * 2^(scale - 150): at least 22 bits of 192 are above the point.
    let shift = 22i32.wrapping_sub(scale) as u32;
    let (_, fraction_low) = shift_right(middle, bottom, shift);
    let (whole, fraction_high) = shift_right(top, middle, shift);
    let whole = whole as i32;
    if !negative {
        return power_of_two(sign, whole, fraction_high, fraction_low);
    }
    let (high, low) = sub(0, 0, fraction_high, fraction_low);
    let borrow = (high | low != 0) as i32;
    let k = whole.wrapping_neg().wrapping_sub(borrow);
    power_of_two(sign, k, high, low)
}
