//! Reciprocal square root: 26 bits, one per step, by the digit recurrence of the root of a quotient, which long
//! division provides two bits per step; the remainders become the sticky bit.
//!
//! With the radicand as `M * 2^(e - 23)`, `e` even and `M` an integer from 2^23 to below 2^25, the result is
//! `sqrt(2^75 / M) * 2^(-26 - e / 2)`. The integer part of that root is the root of the integer part of the quotient:
//! if `r^2 <= 2^75 / M`, the integer `r^2` is at most the truncated quotient.
//!
//! The root is exact only if `M` is 2^23, because otherwise `r^2 * M = 2^75` has no solution: `M` would be a power of
//! two, 2^24, and 2^51 is not a square. It is never a tie for the same reason: with `t` of 25 bits, `t^2 * M` would be
//! a power of two, and `t` a power of two as well, which is a number and not a tie. So 25 bits and a sticky bit decide;
//! one more bit is computed than needed. No result is subnormal or overflows: results are between 2^-64 and 2^74.5.

use super::{INFINITY, QUIET_NAN, SIGN, is_nan, rounded, unpacked};
use vyre_conform_runtime::vyre_fn;

/// The reciprocal of the square root: a zero gives the infinity with its sign, infinity gives +0, other negative
/// numbers give NaN (IEEE 754-2019, section 9.2.1, rSqrt).
#[vyre_fn]
pub const fn rsqrt(a: u32) -> u32 {
    let x = a & !SIGN;
    if x == 0 {
        return a | INFINITY;
    }
    if a >= SIGN || is_nan(a) {
        return QUIET_NAN;
    }
    if a == INFINITY {
        return 0;
    }
    let (exponent, significand) = unpacked(x);
    let unbiased = exponent.wrapping_sub(127);
    let odd = unbiased as u32 & 1;
    let half = unbiased.wrapping_sub(odd as i32) >> 1;
    let divisor = significand.wrapping_shl(odd);
    // The part of the dividend 2^75 above its first 54 bits; the following bits are zeros.
    let mut dividend = 1u32 << 21;
    let mut rest = 0u32;
    let mut root = 0u32;
    let mut i = 0u32;
    while i < 27 {
        dividend <<= 2;
        let one = dividend >= divisor;
        let two = dividend >= divisor << 1;
        let three = dividend >= divisor.wrapping_mul(3);
        let digit = (one as u32)
            .wrapping_add(two as u32)
            .wrapping_add(three as u32);
        dividend = dividend.wrapping_sub(digit.wrapping_mul(divisor));
        rest = (rest << 2) | digit;
        let trial = (root << 2) | 1;
        let fits = rest >= trial;
        if fits {
            rest = rest.wrapping_sub(trial);
        }
        root = (root << 1) | fits as u32;
        i += 1;
    }
    // Only the root of a power of 4 has 27 bits, all but the first of them 0.
    let exact = root >> 26;
    let sticky = ((rest | dividend) != 0) as u32;
    let kept = root.wrapping_shl(5u32.wrapping_sub(exact)) | sticky;
    let place = 125i32.wrapping_sub(half).wrapping_add(exact as i32);
    rounded(0, place, kept)
}
