//! Quotient: 31 bits by long division with digits of 8 bits, the rest as sticky bit.
//!
//! 24 bits stay, and a 25th and whether anything follows it decide; 31 are found, 1 + 8 + 8 + 8 + 6, and the lowest of
//! them is set as well where the rest is not 0: five bits more than are needed. The quotient is a number where the
//! rest is 0 and the bits below the 24th are. No normal quotient is a tie: it would be an odd integer of 25 bits that
//! divides a dividend of 24 bits times a power of two. A subnormal one may be, such as three least numbers by 2; its
//! rest is 0 and its tie is seen after the shift, which keeps the sticky bit.

use super::{INFINITY, QUIET_NAN, SIGN, is_nan, rounded, unpacked};
use vyre_conform_runtime::vyre_fn;

/// Quotient bits found by each step after the leading one. A rest below 2^24 times 2^8 fits a word.
const STEPS: [u32; 4] = [8, 8, 8, 6];

/// The quotient; a number other than 0 by 0 is infinite.
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
    // The dividend is doubled where it must be for a quotient in [1, 2).
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
