//! Logarithms: to base e, 2 and 10, correctly rounded.
//!
//! # Method
//! `x = m * 2^e` with `m` in [1, 2). A table gives `r`, about `1/m`, of 8 bits, so that `z = m * r - 1` is exact and
//! below 2^-5 in magnitude, and `log r`; then `log x = e * log 2 - log r + z * (1 - z/2 + z^2/3 - ...) / ln b`. The
//! coefficients include the constant factor. The sum has 119 fraction bits.
//!
//! Near 1 `r` is 1 and `log r` is 0; just below 1 `r` is 1/2 and `-log r` cancels `e * log 2` exactly, because both
//! come from one rounded value. So the result keeps the relative accuracy of the series, however small it is.
//!
//! # Error
//! Relative to the series, in units of 2^-63: its truncation to 13 terms is `z^13 / 14`, 0.02 for the greatest `z` of
//! 2^-5; each of its products is truncated, by 1, and each coefficient has an error of 0.5, which adds up to
//! `1.5 / (1 - z)`. The leading factor is 1 (base e), 1.44 (base 2) or 0.43 (base 10), so this is at most 2^-62.3,
//! 2^-62.9 or 2^-61.1. That is the final error if the table gives 0; otherwise the sum is greater than the series, and
//! its own errors are below 2^-110.
//!
//! The hardest inputs need 60 bits (base e, at 65d890d3), 53 (base 2, 40207ab9) and 58 (base 10, 62a6c1dd), found by
//! search over all inputs.
//!
//! # Exact cases
//! The logarithm to base 2 of a power of two: `z` and the table's entry are 0 or cancel, and the sum is exact. The
//! logarithm to base 10 of 10^0 to 10^10 is an integer and not a tie, and results that close to an integer round to it.
//! All others are irrational.

use super::fixed::{
    add, leading_word, magnitude, mul_high, mul_wide, nearest, shift_right, sub, times,
};
use super::{INFINITY, QUIET_NAN, SIGN, unpacked};
use crate::float::soft::tables::log::{
    LOG_2_COEFFICIENTS, LOG_2_HIGH, LOG_2_LOW, LOG_2_OF_2_HIGH, LOG_2_OF_2_LOW,
    LOG_10_COEFFICIENTS, LOG_10_HIGH, LOG_10_LOW, LOG_10_OF_2_HIGH, LOG_10_OF_2_LOW,
    LOG_E_COEFFICIENTS, LOG_E_HIGH, LOG_E_LOW, LOG_E_OF_2_HIGH, LOG_E_OF_2_LOW, RECIPROCALS,
};
use vyre_conform_runtime::vyre_fn;

/// The result if it needs no computation, and whether it does not.
#[vyre_fn]
const fn special(a: u32) -> (bool, u32) {
    if a & !SIGN == 0 {
        return (true, SIGN | INFINITY);
    }
    if a == INFINITY {
        return (true, INFINITY);
    }
    (a > INFINITY, QUIET_NAN)
}

/// Exponent, index into the tables and `z` in units of 2^-31.
#[vyre_fn]
const fn reduced(a: u32) -> (i32, u32, i32) {
    let (exponent, significand) = unpacked(a);
    let place = (significand >> 18) & 31;
    let scaled = significand.wrapping_mul(RECIPROCALS[place as usize]);
    (
        exponent.wrapping_sub(127),
        place,
        scaled.wrapping_sub(1 << 31) as i32,
    )
}

/// One step of the series: the coefficient minus `z` times the sum so far.
#[vyre_fn]
const fn step(coefficient: u64, z: i32, sum: u64) -> u64 {
    let product = mul_high((z.unsigned_abs() as u64) << 33, sum);
    if z < 0 {
        coefficient.wrapping_add(product)
    } else {
        coefficient.wrapping_sub(product)
    }
}

/// The logarithm from the exponent, log 2, the entry of the table, `z` and the series, rounded.
#[vyre_fn]
const fn total(
    exponent: i32,
    log2_high: u64,
    log2_low: u64,
    high: u64,
    low: u64,
    z: i32,
    series: u64,
) -> u32 {
    let (scale_high, scale_low) = times(log2_high, log2_low, exponent.unsigned_abs());
    let (high, low) = if exponent < 0 {
        sub(high, low, scale_high, scale_low)
    } else {
        add(high, low, scale_high, scale_low)
    };
    // z times the series has 31 + 63 fraction bits: 25 fewer than the sum.
    let (great, small) = mul_wide((z.unsigned_abs() as u64) << 32, series);
    let (small_high, small_low) = shift_right(great, small, 7);
    let (high, low) = if z < 0 {
        sub(high, low, small_high, small_low)
    } else {
        add(high, low, small_high, small_low)
    };
    if high | low == 0 {
        return 0;
    }
    let (negative, high, low) = magnitude(high, low);
    let (significand, zeros) = leading_word(high, low);
    let sign = if negative { SIGN } else { 0 };
    nearest(sign, 8i32.wrapping_sub(zeros as i32), significand)
}

/// Defines a logarithm from its tables.
macro_rules! logarithm {
    ($(#[$doc:meta])* $name:ident, $terms:ident, $high:ident, $low:ident, $of_2_high:ident, $of_2_low:ident) => {
        $(#[$doc])*
        #[vyre_fn]
        pub const fn $name(a: u32) -> u32 {
            let (known, result) = special(a);
            if known {
                return result;
            }
            let (exponent, place, z) = reduced(a);
            let mut series = 0u64;
            let mut j = 0;
            while j < $terms.len() {
                series = step($terms[j], z, series);
                j += 1;
            }
            let (high, low) = ($high[place as usize], $low[place as usize]);
            total(exponent, $of_2_high, $of_2_low, high, low, z, series)
        }
    };
}

logarithm!(
    /// The natural logarithm.
    log, LOG_E_COEFFICIENTS, LOG_E_HIGH, LOG_E_LOW, LOG_E_OF_2_HIGH, LOG_E_OF_2_LOW
);
logarithm!(
    /// The logarithm to base 2.
    log2, LOG_2_COEFFICIENTS, LOG_2_HIGH, LOG_2_LOW, LOG_2_OF_2_HIGH, LOG_2_OF_2_LOW
);
logarithm!(
    /// The logarithm to base 10.
    log10, LOG_10_COEFFICIENTS, LOG_10_HIGH, LOG_10_LOW, LOG_10_OF_2_HIGH, LOG_10_OF_2_LOW
);
