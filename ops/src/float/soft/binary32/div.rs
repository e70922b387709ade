//! Quotient: 31 bits by long division with digits of 8 bits, and the remainder as sticky bit.
//!
//! Rounding keeps 24 bits, and the 25th bit and any lower nonzero bit decide. The division finds 31 bits, 1 + 8 + 8 +
//! 8 + 6, and the lowest of them is also set if the remainder is not 0: five bits more than needed. The quotient is
//! exact if the remainder and the bits below the 24th are 0. No normal quotient is a tie: it would be an odd integer of
//! 25 bits that divides a dividend of 24 bits times a power of two. A subnormal one may be, such as three least numbers
//! divided by 2; its remainder is 0, and the shift, which keeps the sticky bit, preserves the tie.

use super::{INFINITY, QUIET_NAN, SIGN, is_nan, rounded, unpacked};
use vyre_conform_runtime::vyre_fn;

/// Quotient bits found by each step after the leading one. A remainder below 2^24 times 2^8 fits a word.
const STEPS: [u32; 4] = [8, 8, 8, 6];

/// The quotient; a nonzero number divided by 0 is infinite.
#[vyre_fn]
pub const fn div(a: u32, b: u32) -> u32 {
    let sign = (a ^ b) & SIGN;
    let (x, y) = (a & !SIGN, b & !SIGN);
    if is_nan(a) || is_nan(b) || (x == 0 && y == 0) || (x == INFINITY && y == INFINITY) {
        return QUIET_NAN;
    }
    if x == INFINITY || y == 0 {
        return sign | INFINITY;
    }
    if x == 0 || y == INFINITY {
        return sign;
    }
    let (ex, fx) = unpacked(x);
    let (ey, fy) = unpacked(y);
    // The dividend is doubled if necessary for a quotient in [1, 2).
    let small = fx < fy;
    let exponent = ex
        .wrapping_sub(ey)
        .wrapping_add(if small { 125 } else { 126 });
    let mut rest = (if small { fx << 1 } else { fx }).wrapping_sub(fy);
    let mut quotient = 1u32;
    let mut i = 0;
    while i < STEPS.len() {
        let bits = STEPS[i];
        let dividend = rest.wrapping_shl(bits);
        let digit = match dividend.checked_div(fy) {
            Some(digit) => digit,
            None => 0,
        };
        rest = dividend.wrapping_sub(digit.wrapping_mul(fy));
        quotient = quotient.wrapping_shl(bits) | digit;
        i += 1;
    }
    rounded(sign, exponent, quotient | (rest != 0) as u32)
}
