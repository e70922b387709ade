//! binary16: a sign bit, 5 bits of exponent with bias 15, 10 bits of fraction, in the low half of a word.
//!
//! # Why arithmetic through binary32 rounds correctly
//! Every number of the format is a binary32 number, and sum, product, quotient and square root are computed in binary32
//! and rounded again. That equals one rounding if the wide format has at least `2p + 2` bits for a narrow one of `p`
//! (Figueroa, When is double rounding innocuous?, 1995), and 24 = 2 * 11 + 2. The theorem assumes results that are
//! normal in both formats; subnormal ones are rounded more coarsely, to multiples of 2^-24:
//! - sums are multiples of 2^-24, so small ones are exact;
//! - products have 22 bits and are at least 2^-48: exact in binary32, rounded once;
//! - a quotient `A * 2^d / B` of 11-bit integers `A` and `B`, normalised, that is not a tie lies at least
//!   `2^-25 / B > 2^-36` from a tie if `d >= -25`, and the error of binary32 is at most 2^-39 below 2^-14; if
//!   `d < -25`, it is below half the least number and binary32 rounds it to at most that tie, which goes to 0 as well;
//! - square roots are never subnormal.
//!
//! The theorem does not cover reciprocal square roots, none of which is subnormal either. Up to powers of two there are
//! 2^11 of them, by significand and parity of the exponent. None is so near a tie that binary32 gives the tie itself: a
//! test compares all inputs with squares of ties.
//!
//! Nor does it cover the fused multiply-add, which is rounded to odd in binary32. That keeps the information for a
//! second rounding to at least two bits fewer, or at a coarser place (Boldo and Melquiond, Emulation of FMA and
//! correctly rounded sums, 2008).

mod native;

pub use native::{
    abs_corrected, add_corrected, ceil_corrected, div_corrected, eq_corrected, floor_corrected,
    fma_corrected, ge_corrected, gt_corrected, le_corrected, lt_corrected, max_corrected,
    min_corrected, mul_corrected, neg_corrected, round_corrected, sqrt_corrected, sub_corrected,
    trunc_corrected,
};

use super::binary32::{from_binary16, to_binary16};
use super::through_binary32::through_binary32;

/// The sign bit.
pub const SIGN: u32 = 0x8000;
/// Positive infinity; greater bits are NaN.
pub const INFINITY: u32 = 0x7c00;
/// The one NaN that arithmetic gives.
pub const QUIET_NAN: u32 = 0x7e00;
/// The least positive normal number, 2^-14.
pub const LEAST_NORMAL: u32 = 0x0400;

through_binary32!(from_binary16, to_binary16);
