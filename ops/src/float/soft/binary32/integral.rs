//! Rounding to integral numbers, the sign of zero kept.
//!
//! Rounding needs the integer part, and whether the fraction is 0, below, at or above one half. Both are exact: a shift
//! splits the 24 bits of the significand into `kept` and `rest`, and all of `rest` is compared with the half. Ties are
//! `k + 1/2` below 2^23, and go to the even integer. A magnitude below 1/4 is shifted by 26 bits, where every `rest` is
//! below the half; from 2^23 on every number is an integer. The result is at most 2^23, a binary32 number, so its
//! conversion back is exact.

use super::{INFINITY, QUIET_NAN, SIGN, from_u32, unpacked};
use vyre_conform_runtime::vyre_fn;

/// To the nearest integer, ties to the even one.
pub(super) const NEAREST: u32 = 0;
/// Towards zero.
pub(super) const TRUNCATE: u32 = 1;
/// Towards negative infinity.
pub(super) const FLOOR: u32 = 2;
/// Towards positive infinity.
pub(super) const CEIL: u32 = 3;

/// From 2^23 on every number is an integer.
const INTEGERS: u32 = 0x4b00_0000;

/// The magnitude of the integer to which a number of magnitude below 2^32 is rounded.
#[vyre_fn]
pub(super) const fn integer(a: u32, mode: u32) -> u32 {
    let magnitude = a & !SIGN;
    if magnitude == 0 {
        return 0;
    }
    let (exponent, significand) = unpacked(magnitude);
    if exponent >= 150 {
        return significand.wrapping_shl(exponent.wrapping_sub(150) as u32);
    }
    // From 26 bits on, nothing is kept and less than half is lost.
    let distance = 150i32.wrapping_sub(exponent);
    let shift = if distance < 26 { distance as u32 } else { 26 };
    let kept = significand.wrapping_shr(shift);
    let rest = significand.wrapping_sub(kept.wrapping_shl(shift));
    let half = 1u32.wrapping_shl(shift.wrapping_sub(1));
    let up = match mode {
        NEAREST => rest > half || (rest == half && kept & 1 != 0),
        FLOOR => a >= SIGN && rest != 0,
        CEIL => a < SIGN && rest != 0,
        _ => false,
    };
    kept.wrapping_add(up as u32)
}

#[vyre_fn]
const fn integral(a: u32, mode: u32) -> u32 {
    let magnitude = a & !SIGN;
    if magnitude > INFINITY {
        return QUIET_NAN;
    }
    if magnitude >= INTEGERS {
        return a;
    }
    // At most 2^23: exact as binary32 again.
    (a & SIGN) | from_u32(integer(a, mode))
}

/// `a` rounded to the nearest integral number, ties to even.
#[vyre_fn]
pub const fn round_ties_even(a: u32) -> u32 {
    integral(a, NEAREST)
}

/// `a` rounded to an integral number towards zero.
#[vyre_fn]
pub const fn trunc(a: u32) -> u32 {
    integral(a, TRUNCATE)
}

/// The greatest integral number that is at most `a`.
#[vyre_fn]
pub const fn floor(a: u32) -> u32 {
    integral(a, FLOOR)
}

/// The least integral number that is at least `a`.
#[vyre_fn]
pub const fn ceil(a: u32) -> u32 {
    integral(a, CEIL)
}
