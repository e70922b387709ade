//! To and from the 16-bit formats, whose bits are in the low half of a word; the high half is ignored.
//!
//! # To 16 bits
//! Rounding keeps 11 or 8 of the 24 bits of the operand, and nothing is truncated before. It adds just below half a
//! unit, plus one if the last kept bit is odd. That carries if the rest is above one half, or if it is one half and the
//! even neighbour is above. So exact numbers (a rest of zeros) and ties (a one and zeros) are those of the operand
//! itself. A carry out of the fraction gives the next binade, and at last infinity, from 65520 on in binary16. If the
//! binary16 result is subnormal, the rest of the shift is compared with its half; from a shift of 25 bits on, and of
//! subnormal operands, which are below 2^-126, the result is 0 and no tie: one half of the least number, 2^-25, is a
//! shift of 24 bits. bfloat16 has the exponents of binary32, so its subnormal numbers round like all others.
//!
//! # From 16 bits
//! The conversion is exact: 11 or 8 bits fit in 24, and every exponent becomes that of a normal number, or in bfloat16
//! stays the same.

use super::{FRACTION, INFINITY, LEAST_NORMAL, QUIET_NAN, SIGN, from_u32, is_nan};
use crate::float::soft::{bfloat16, binary16};
use vyre_conform_runtime::vyre_fn;

/// 2^-14, the least normal number of binary16.
const LEAST_NORMAL_16: u32 = 0x3880_0000;
/// 2^16, where binary16 ends.
const PAST_16: u32 = 0x4780_0000;

/// The nearest binary16 number, ties to even; overflow gives an infinity.
#[vyre_fn]
pub const fn to_binary16(a: u32) -> u32 {
    let (sign, magnitude) = (a >> 16 & binary16::SIGN, a & !SIGN);
    if magnitude > INFINITY {
        return binary16::QUIET_NAN;
    }
    if magnitude >= PAST_16 {
        return sign | binary16::INFINITY;
    }
    if magnitude >= LEAST_NORMAL_16 {
        // Exponents differ by 112; a carry out of the significand propagates into the exponent, up to infinity.
        let rebiased = magnitude.wrapping_sub(112 << 23);
        let odd = (rebiased >> 13) & 1;
        return sign | (rebiased.wrapping_add(0xfff).wrapping_add(odd) >> 13);
    }
    // The result counts units of 2^-24; a shift of 25 bits or more leaves nothing, not even a tie.
    let distance = 126u32.wrapping_sub(magnitude >> 23);
    let shift = if distance < 25 { distance } else { 25 };
    let significand = if magnitude < LEAST_NORMAL {
        0
    } else {
        (magnitude & FRACTION) | LEAST_NORMAL
    };
    let kept = significand.wrapping_shr(shift);
    let rest = significand.wrapping_sub(kept.wrapping_shl(shift));
    let half = 1u32.wrapping_shl(shift.wrapping_sub(1));
    let up = rest > half || (rest == half && kept & 1 != 0);
    sign | kept.wrapping_add(up as u32)
}

/// The nearest bfloat16 number, ties to even; overflow gives an infinity.
#[vyre_fn]
pub const fn to_bfloat16(a: u32) -> u32 {
    if is_nan(a) {
        return bfloat16::QUIET_NAN;
    }
    // The formats differ only in the length of the fraction; carries propagate into the exponent.
    let odd = (a >> 16) & 1;
    a.wrapping_add(0x7fff).wrapping_add(odd) >> 16
}

/// The same number as binary32.
#[vyre_fn]
pub const fn from_binary16(a: u32) -> u32 {
    let (sign, magnitude) = ((a & binary16::SIGN) << 16, a & 0x7fff);
    if magnitude > binary16::INFINITY {
        return QUIET_NAN;
    }
    if magnitude == binary16::INFINITY {
        return sign | INFINITY;
    }
    if magnitude >= binary16::LEAST_NORMAL {
        return sign | (magnitude << 13).wrapping_add(112 << 23);
    }
    if magnitude == 0 {
        return sign;
    }
    // The number of units of 2^-24.
    sign | from_u32(magnitude).wrapping_sub(24 << 23)
}

/// The same number as binary32.
#[vyre_fn]
pub const fn from_bfloat16(a: u32) -> u32 {
    let wide = a << 16;
    if is_nan(wide) { QUIET_NAN } else { wide }
}
