//! The exponential function.
//!
//! `e^x = 2^(k + f)` with `x * log2 e = k + f`, the fraction `f` of 32 bits; `2^f` is a polynomial of degree 5,
//! right to 2^-23.7 of itself. The cut `log2 e`, of 32 bits, adds 2^-25.5 where `k` is greatest, and rounding half
//! an ulp: the result is 2 ulps off at most. Where the result is infinite is decided by comparing `x`.

use super::mul_high;
use crate::float::soft::binary32::{INFINITY, ONE, QUIET_NAN, SIGN, rounded, unpacked};
use vyre_conform_runtime::vyre_fn;

/// The greatest number whose exponential is finite.
const LAST_FINITE: u32 = 0x42b1_7217;
/// From here on down, in magnitude, the exponential of the negative rounds to 0: 104.
const VANISHES: u32 = 0x42d0_0000;
/// 2^-25: below, the exponential is nearer to 1 than any other number.
const TINY: u32 = 0x3300_0000;
/// log2 e in units of 2^-31.
const LOG2_E: u32 = 0xb8aa_3b29;
/// The polynomial for `2^f - 1` less its constant term, which is -1.3 * 2^-24; in units of 2^-32, `f^5` first.
const COEFFICIENTS: [u32; 5] = [
    0x007b_0c83,
    0x024d_2019,
    0x0e4a_a233,
    0x3d7a_b51b,
    0xb172_7ad5,
];
/// What 1 exceeds the constant term by, in units of 2^-32.
const BELOW_ONE: u32 = 0x142;

/// `e^a`, off by 2 ulps at most.
#[vyre_fn]
pub const fn exp(a: u32) -> u32 {
    let x = a & !SIGN;
    if x > INFINITY {
        return QUIET_NAN;
    }
    if a < SIGN && x > LAST_FINITE {
        return INFINITY;
    }
    if x >= VANISHES {
        return 0;
    }
    if x < TINY {
        return ONE;
    }
    let (exponent, significand) = unpacked(x);
    // x * log2 e in units of 2^-32; x is significand * 2^(exponent - 150).
    let shift = 149i32.wrapping_sub(exponent) as u32;
    let product = (significand as u64)
        .wrapping_mul(LOG2_E as u64)
        .wrapping_shr(shift);
    let power = if a < SIGN {
        product
    } else {
        product.wrapping_neg()
    };
    let (k, f) = ((power >> 32) as i32, power as u32);
    let mut sum = 0u32;
    let mut j = 0;
    while j < COEFFICIENTS.len() {
        sum = COEFFICIENTS[j].wrapping_add(mul_high(sum, f));
        j += 1;
    }
    // Cut at 1, so that the leading one stays where it is.
    let growth = mul_high(sum, f);
    let significand = (1u32 << 30).wrapping_add(growth.saturating_sub(BELOW_ONE) >> 2);
    rounded(0, k.wrapping_add(126), significand)
}
