//! Square root: 26 bits, one per step, by the digit recurrence; the remainder becomes the sticky bit.
//!
//! No square root of a binary32 number is a tie: the square of a tie needs 50 bits, and the operand has 24. So 25 bits
//! and a sticky bit decide; one more bit is computed than needed.

use super::{INFINITY, QUIET_NAN, SIGN, is_nan, rounded, unpacked};
use vyre_conform_runtime::vyre_fn;

/// The square root; -0 gives -0, other negative numbers give NaN.
#[vyre_fn]
pub const fn sqrt(a: u32) -> u32 {
    let x = a & !SIGN;
    if x == 0 || a == INFINITY {
        return a;
    }
    if a >= SIGN || is_nan(a) {
        return QUIET_NAN;
    }
    let (exponent, significand) = unpacked(x);
    let unbiased = exponent.wrapping_sub(127);
    let odd = unbiased as u32 & 1;
    let half = unbiased.wrapping_sub(odd as i32) >> 1;
    // In [2^30, 2^32): each step takes the next two bits from the top.
    let mut radicand = significand.wrapping_shl(odd) << 7;
    let mut rest = 0u32;
    let mut root = 0u32;
    let mut i = 0u32;
    while i < 26 {
        rest = (rest << 2) | (radicand >> 30);
        radicand <<= 2;
        let trial = (root << 2) | 1;
        let fits = rest >= trial;
        if fits {
            rest = rest.wrapping_sub(trial);
        }
        root = (root << 1) | fits as u32;
        i += 1;
    }
    rounded(0, half.wrapping_add(126), (root << 5) | (rest != 0) as u32)
}
