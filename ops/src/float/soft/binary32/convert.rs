//! To and from integers. To integers in four modes, saturating, NaN to 0; from integers to nearest even.
//!
//! # To integers
//! Nothing is truncated: [`integer`] has the whole significand of 24 bits, kept bits and shifted-out bits, so every
//! mode decides from the exact number; ties, `k + 1/2` below 2^23, are exact there too. Magnitudes of at least 2^31
//! (2^32 to `u32`) saturate earlier; for `-2^31` the end of the range is the exact result. A negative number gives 0 as
//! `u32` in every mode, whether it rounds or saturates.
//!
//! # From integers
//! Rounding keeps 24 bits, and the 25th bit and any lower nonzero bit decide. 30 bits of the 32 are kept unchanged, and
//! the two lowest become one sticky bit. An integer below 2^24 in magnitude is exact; ties are integers of 25 bits and
//! more whose bits below the 24th are a one and zeros, and go to even. No result is subnormal or overflows.
//!
//! Rounding to odd keeps the information for a second rounding to 11 or 8 bits, as in a fused multiply-add (see
//! [`binary16`](crate::float::soft::binary16)). Rounding to nearest does not: `2^31 + 2^23 + 1` lies above a tie of
//! bfloat16, and its nearest binary32 number is that tie.

use super::integral::{CEIL, FLOOR, NEAREST, TRUNCATE, integer};
use super::{SIGN, is_nan, rounded, rounded_to_odd};
use vyre_conform_runtime::vyre_fn;

/// 2^31.
const PAST_I32: u32 = 0x4f00_0000;
/// 2^32.
const PAST_U32: u32 = 0x4f80_0000;

#[vyre_fn]
const fn to_i32(a: u32, mode: u32) -> i32 {
    if is_nan(a) {
        return 0;
    }
    if a & !SIGN >= PAST_I32 {
        return if a >= SIGN { i32::MIN } else { i32::MAX };
    }
    let magnitude = integer(a, mode) as i32;
    if a >= SIGN {
        magnitude.wrapping_neg()
    } else {
        magnitude
    }
}

#[vyre_fn]
const fn to_u32(a: u32, mode: u32) -> u32 {
    // Negative numbers, including those that round to 0, and negative NaN give 0.
    if is_nan(a) || a >= SIGN {
        return 0;
    }
    if a >= PAST_U32 {
        return u32::MAX;
    }
    integer(a, mode)
}

/// To nearest, ties to even.
#[vyre_fn]
pub const fn to_i32_nearest(a: u32) -> i32 {
    to_i32(a, NEAREST)
}

/// Towards zero.
#[vyre_fn]
pub const fn to_i32_truncate(a: u32) -> i32 {
    to_i32(a, TRUNCATE)
}

/// Towards negative infinity.
#[vyre_fn]
pub const fn to_i32_floor(a: u32) -> i32 {
    to_i32(a, FLOOR)
}

/// Towards positive infinity.
#[vyre_fn]
pub const fn to_i32_ceil(a: u32) -> i32 {
    to_i32(a, CEIL)
}

/// To nearest, ties to even.
#[vyre_fn]
pub const fn to_u32_nearest(a: u32) -> u32 {
    to_u32(a, NEAREST)
}

/// Towards zero.
#[vyre_fn]
pub const fn to_u32_truncate(a: u32) -> u32 {
    to_u32(a, TRUNCATE)
}

/// Towards negative infinity.
#[vyre_fn]
pub const fn to_u32_floor(a: u32) -> u32 {
    to_u32(a, FLOOR)
}

/// Towards positive infinity.
#[vyre_fn]
pub const fn to_u32_ceil(a: u32) -> u32 {
    to_u32(a, CEIL)
}

/// An integer other than 0 as an exponent and a significand of 31 bits, the last of them sticky.
#[vyre_fn]
const fn scaled(magnitude: u32) -> (i32, u32) {
    let shift = magnitude.leading_zeros();
    let normal = magnitude.wrapping_shl(shift);
    let exponent = 157i32.wrapping_sub(shift as i32);
    (exponent, (normal >> 1) | (normal & 1))
}

/// The binary32 number of this sign nearest to `magnitude`.
#[vyre_fn]
const fn signed(sign: u32, magnitude: u32) -> u32 {
    if magnitude == 0 {
        return 0;
    }
    let (exponent, significand) = scaled(magnitude);
    rounded(sign, exponent, significand)
}

/// The binary32 number of this sign that `magnitude` is rounded to odd.
#[vyre_fn]
const fn signed_to_odd(sign: u32, magnitude: u32) -> u32 {
    if magnitude == 0 {
        return 0;
    }
    let (exponent, significand) = scaled(magnitude);
    rounded_to_odd(sign, exponent, significand)
}

/// The nearest binary32 number, ties to even.
#[vyre_fn]
pub const fn from_u32(n: u32) -> u32 {
    signed(0, n)
}

/// The nearest binary32 number, ties to even.
#[vyre_fn]
pub const fn from_i32(n: i32) -> u32 {
    signed(n as u32 & SIGN, n.unsigned_abs())
}

/// Rounded to odd, for a second rounding to fewer bits.
#[vyre_fn]
pub const fn from_u32_to_odd(n: u32) -> u32 {
    signed_to_odd(0, n)
}

/// Rounded to odd, for a second rounding to fewer bits.
#[vyre_fn]
pub const fn from_i32_to_odd(n: i32) -> u32 {
    signed_to_odd(n as u32 & SIGN, n.unsigned_abs())
}
