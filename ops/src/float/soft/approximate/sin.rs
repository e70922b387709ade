//! The sine.
//!
//! The argument is reduced as in the strict sine, because near a multiple of pi every remaining bit counts; 32 bits of
//! the angle are kept. Polynomials of degree 7 for the sine and 6 for the cosine have relative errors of 2^-28 and
//! 2^-24.6. Truncated products add 2^-29, and rounding adds half an ulp: the result is within 1 ulp.

use super::mul_high;
use crate::float::soft::binary32::{INFINITY, QUIET_NAN, SIGN, reduced, rounded};
use vyre_conform_runtime::vyre_fn;

/// 2^-12: below this magnitude the sine is within half an ulp of its argument.
const TINY: u32 = 0x3980_0000;
/// `(1 - sin(t) / t) / t^2` as a polynomial in `t^2`, whose terms alternate; in units of 2^-32, `t^4` first.
const SIN_COEFFICIENTS: [u32; 3] = [0x000c_ca1f, 0x0222_0e76, 0x2aaa_a8a5];
/// `(1 - cos(t)) / t^2` likewise.
const COS_COEFFICIENTS: [u32; 3] = [0x0059_1359, 0x0aa9_f3f8, 0x7fff_ecaa];

/// The sine of an angle in radians, within 1 ulp.
#[vyre_fn]
pub const fn sin(a: u32) -> u32 {
    let x = a & !SIGN;
    if x >= INFINITY {
        return QUIET_NAN;
    }
    if x < TINY {
        return a;
    }
    let (quadrant, negative, exponent, long) = reduced(x);
    // The angle is t * 2^(exponent + 1), t in [1/2, 1) in units of 2^-32.
    let t = (long >> 32) as u32;
    let shift = (-1i32).wrapping_sub(exponent) as u32;
    let angle = if shift < 32 { t.wrapping_shr(shift) } else { 0 };
    let z = mul_high(angle, angle);
    let odd = quadrant & 1 != 0;
    let mut sum = 0u32;
    let mut j = 0;
    while j < SIN_COEFFICIENTS.len() {
        let coefficient = if odd {
            COS_COEFFICIENTS[j]
        } else {
            SIN_COEFFICIENTS[j]
        };
        sum = coefficient.wrapping_sub(mul_high(sum, z));
        j += 1;
    }
    let less = mul_high(z, sum);
    let turned = (a & SIGN) ^ ((quadrant & 2) << 30);
    if odd {
        // 1 - less, where 1 itself does not fit in a word.
        let significand = (1u32 << 30).wrapping_sub(less >> 2);
        let zeros = significand.leading_zeros().wrapping_sub(1);
        return rounded(
            turned,
            126i32.wrapping_sub(zeros as i32),
            significand.wrapping_shl(zeros),
        );
    }
    let significand = t.wrapping_sub(mul_high(t, less)) >> 1;
    let zeros = significand.leading_zeros().wrapping_sub(1);
    rounded(
        turned ^ if negative { SIGN } else { 0 },
        exponent.wrapping_add(126).wrapping_sub(zeros as i32),
        significand.wrapping_shl(zeros),
    )
}
