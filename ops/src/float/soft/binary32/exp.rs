//! Exponential functions: `e^x`, `2^x`, `10^x`, correctly rounded.
//!
//! # Method
//! `b^x = 2^(k + i/32) * e^y` with `x * log2 b = k + f`, `i` the first five bits of `f` and `y = (f - i/32) * ln 2`,
//! below 2^-5.5; `2^(i/32)` from a table and `e^y - 1` by its Taylor polynomial of degree 9.
//!
//! # Error
//! In units of 2^-64, relative to the result: the truncated `f` has an error below 1, and so does the contribution of
//! the constant `log2 b` of 126 bits, 0.7 of the result. `y` adds 1. The polynomial adds 2^-12 for its truncation
//! (`y^10 / 10!` is below 2^-76), 0.5 for `y^2`, 1 for its product and 0.1 for its coefficients. The table adds 1, the
//! last product and sum add 2. Together that is less than 7 units: the result is accurate to 61 bits.
//!
//! The hardest inputs need 54 bits (`e^x`, at c16912cd), 60 (`2^x`, b52d1f9a) and 55 (`10^x`, bac4c65c) to be
//! distinguished from a tie or a number, found by search over all inputs.
//!
//! # Exact cases
//! `e^x` is irrational except at 0. `2^x` is a power of two at integers, where `f` is 0 and the computation exact, also
//! at -150, whose result is a tie. `10^x` is a binary32 number at 0 to 10 and never a tie: results that close to a
//! number of fewer bits round to it.

use super::fixed::{mul_high, nearest};
use super::{INFINITY, ONE, QUIET_NAN, SIGN, unpacked};
use crate::float::soft::tables::exp::{
    EXP_COEFFICIENTS, LN_2, LOG2_10_HIGH, LOG2_10_LOW, LOG2_E_HIGH, LOG2_E_LOW, POWERS,
};
use vyre_conform_runtime::vyre_fn;

/// 2^-27: `b^x` is nearer to 1 than any other number where `x` is below, for `b` up to 10.
const TINY: u32 = 0x3200_0000;
/// 2^8: from this magnitude on every exponential overflows or underflows.
const HUGE: u32 = 0x4380_0000;

/// The result if it needs no computation, and whether it does not.
#[vyre_fn]
const fn special(a: u32) -> (bool, u32) {
    let magnitude = a & !SIGN;
    if magnitude > INFINITY {
        return (true, QUIET_NAN);
    }
    if magnitude >= HUGE {
        return (true, if a < SIGN { INFINITY } else { 0 });
    }
    (magnitude < TINY, ONE)
}

/// `2^(k + f)`, `f` in units of 2^-64.
#[vyre_fn]
const fn power_of_two(k: i32, f: u64) -> u32 {
    let y = mul_high(f & 0x07ff_ffff_ffff_ffff, LN_2);
    let mut sum = 0u64;
    let mut j = 0;
    while j < EXP_COEFFICIENTS.len() {
        sum = EXP_COEFFICIENTS[j].wrapping_add(mul_high(sum, y));
        j += 1;
    }
    // e^y - 1 is y + y^2 * (1/2! + y/3! + ...).
    let growth = y.wrapping_add(mul_high(mul_high(y, y), sum));
    let power = POWERS[(f >> 59) as usize];
    // All products are truncated, so that the sum stays below 2.
    nearest(0, k, power.wrapping_add(mul_high(power, growth)))
}

/// `2^x` for an `x` of this sign and magnitude `whole + fraction * 2^-64`.
#[vyre_fn]
const fn power_of(negative: bool, whole: i32, fraction: u64) -> u32 {
    if !negative {
        return power_of_two(whole, fraction);
    }
    // -(w + f) is -w - 1 + (1 - f), unless f is 0.
    let borrow = (fraction != 0) as i32;
    let k = whole.wrapping_neg().wrapping_sub(borrow);
    power_of_two(k, fraction.wrapping_neg())
}

/// `b^x` with log2 b in units of 2^-126, for magnitudes of `x` from 2^-27 up to 2^8.
#[vyre_fn]
const fn power_of_base(a: u32, high: u64, low: u64) -> u32 {
    let (exponent, significand) = unpacked(a & !SIGN);
    let m = significand as u64;
    // m * log2 b in units of 2^-62, of 88 bits.
    let (sum, carry) = m.wrapping_mul(high).overflowing_add(mul_high(m, low));
    let top = mul_high(m, high).wrapping_add(carry as u64);
    // x is m * 2^(exponent - 150), so that the point comes to lie above bit 63 by a shift of 14 to 49.
    let shift = 148i32.wrapping_sub(exponent) as u32;
    let fraction = sum.wrapping_shr(shift) | top.wrapping_shl(64u32.wrapping_sub(shift));
    power_of(a >= SIGN, top.wrapping_shr(shift) as i32, fraction)
}

/// `e^x`.
#[vyre_fn]
pub const fn exp(a: u32) -> u32 {
    let (known, result) = special(a);
    if known {
        return result;
    }
    power_of_base(a, LOG2_E_HIGH, LOG2_E_LOW)
}

/// `10^x`.
#[vyre_fn]
pub const fn exp10(a: u32) -> u32 {
    let (known, result) = special(a);
    if known {
        return result;
    }
    power_of_base(a, LOG2_10_HIGH, LOG2_10_LOW)
}

/// `2^x`.
#[vyre_fn]
pub const fn exp2(a: u32) -> u32 {
    let (known, result) = special(a);
    if known {
        return result;
    }
    let (exponent, significand) = unpacked(a & !SIGN);
    // x is significand * 2^(exponent - 150): the shift to the left drops the integer part.
    let left = exponent.wrapping_sub(86) as u32;
    let fraction = (significand as u64).wrapping_shl(left);
    let right = 150i32.wrapping_sub(exponent) as u32;
    let whole = (significand as u64).wrapping_shr(right) as i32;
    power_of(a >= SIGN, whole, fraction)
}
