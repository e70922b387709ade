//! The exponential function.
//!
//! `e^x = 2^(k + f)` with `x * log2 e = k + f`, the fraction `f` of 32 bits. `2^f` is a polynomial of degree 5 with a
//! relative error of 2^-23.7. The truncated `log2 e`, of 32 bits, adds 2^-25.5 at the greatest `k`, and rounding adds
//! half an ulp: the result is within 2 ulps. A comparison of `x` decides whether the result is infinite.

use super::mul_high;
use crate::float::soft::binary32::{INFINITY, ONE, QUIET_NAN, SIGN, rounded, unpacked};
use vyre_conform_runtime::vyre_fn;

/// The greatest number whose exponential is finite.
const LAST_FINITE: u32 = 0x42b1_7217;
/// From this magnitude on, 104, the exponential of a negative number rounds to 0.
const VANISHES: u32 = 0x42d0_0000;
/// 2^-25: below this magnitude, the exponential rounds to 1.
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
/// The difference between 1 and the constant term, in units of 2^-32.
const BELOW_ONE: u32 = 0x142;

/// `e^a`, within 2 ulps.
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
    // Clamped to 1, so that the leading one stays in place.
    let growth = mul_high(sum, f);
    let significand = (1u32 << 30).wrapping_add(growth.saturating_sub(BELOW_ONE) >> 2);
    rounded(0, k.wrapping_add(126), significand)
}
