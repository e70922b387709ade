//! binary16: a sign bit, 5 bits of exponent with bias 15, 10 bits of fraction, in the low half of a word.
//!
//! # Why arithmetic through binary32 rounds right
//! Every number of the format is a binary32 number, and sum, product, quotient and square root are taken in
//! binary32 and rounded again. That equals one rounding where the wide format has at least `2p + 2` bits for a
//! narrow one of `p` (Figueroa, When is double rounding innocuous?, 1995), and 24 = 2 * 11 + 2. It assumes
//! results that are normal in both formats; subnormal ones are rounded coarser, at multiples of 2^-24:
//! - sums are multiples of 2^-24, so that small ones are exact;
//! - products have 22 bits and are at least 2^-48: exact in binary32, rounded once;
//! - a quotient `A * 2^d / B` of 11-bit integers `A` and `B`, normalised, that is not a tie lies at least
//!   `2^-25 / B > 2^-36` from a tie if `d >= -25`, and binary32 is wrong by at most 2^-39 below 2^-14; if
//!   `d < -25`, it is below half the least number and binary32 rounds it to at most that tie, which goes to 0
//!   as well;
//! - square roots are never subnormal.
//!
//! The theorem says nothing of reciprocal square roots, none of which is subnormal either. There are 2^11 of them but
//! for powers of two, by significand and parity of the exponent, and none is so near a tie that binary32 gives the tie
//! itself: a test holds all inputs against squares of ties.
//!
//! A fused multiply-add has no such theorem. It is rounded to odd in binary32, which keeps what a second
//! rounding to two bits less, or at a coarser place, needs to know (Boldo and Melquiond, Emulation of FMA and
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
/// Positive infinity; greater magnitudes are NaN.
pub const INFINITY: u32 = 0x7c00;
/// The one NaN that arithmetic gives.
pub const QUIET_NAN: u32 = 0x7e00;
/// The least positive normal number, 2^-14.
pub const LEAST_NORMAL: u32 = 0x0400;

through_binary32!(from_binary16, to_binary16);
