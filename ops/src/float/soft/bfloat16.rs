//! bfloat16: binary32 without the low 16 bits of its fraction, in the low half of a word.
//!
//! # Why arithmetic through binary32 rounds correctly
//! As for [`binary16`](super::binary16): 24 bits are more than 2 * 8 + 2. Subnormal results are multiples of 2^-133
//! here and of 2^-149 there, 16 bits finer:
//! - sums are multiples of 2^-133, so small ones are exact;
//! - products have 16 bits: those from 2^-134 on are multiples of 2^-149, exact in binary32; lesser ones are below half
//!   the least number, and binary32 rounds them to at most that tie, which goes to 0 as well;
//! - a quotient `A * 2^d / B` of 8-bit integers `A` and `B`, normalised, that is not a tie lies at least
//!   `2^-134 / B > 2^-142` from a tie if `d >= -134`, and the error of binary32 is 2^-150; if `d < -134`, it is below
//!   half the least number, as above;
//! - square roots are never subnormal, nor are their reciprocals, for which every input was tested as for `binary16`;
//! - `fma` goes through rounding to odd.
//!
//! Both formats end at the same exponent: results that overflow in binary32 overflow here, and the second rounding
//! rounds results between the greatest numbers of the two to infinity.

use super::binary32::{from_bfloat16, to_bfloat16};
use super::through_binary32::through_binary32;

/// The sign bit.
pub const SIGN: u32 = 0x8000;
/// Positive infinity; greater bits are NaN.
pub const INFINITY: u32 = 0x7f80;
/// The one NaN that arithmetic gives.
pub const QUIET_NAN: u32 = 0x7fc0;
/// The least positive normal number, 2^-126.
pub const LEAST_NORMAL: u32 = 0x0080;

through_binary32!(from_bfloat16, to_bfloat16);
