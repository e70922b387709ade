//! Product: the exact 48 bits, reduced to 31 with a sticky bit.
//!
//! Rounding keeps 24 bits, and the 25th bit and any lower nonzero bit decide. The high word of the exact 64-bit product
//! is kept: 30 or 31 bits, the lowest of them sticky. These are four bits more than needed, so nothing is lost if the
//! leading one is one bit lower. An exact product has at most 24 bits, and a tie has 25, the last of them set. The
//! sticky bit distinguishes both from their neighbours, because nothing was rounded before. A subnormal result is
//! shifted with the sticky bit before it is rounded, so its ties are those of the exact product as well.

use super::{INFINITY, QUIET_NAN, SIGN, is_nan, rounded, unpacked};
use vyre_conform_runtime::vyre_fn;

/// The product.
#[vyre_fn]
pub const fn mul(a: u32, b: u32) -> u32 {
    let sign = (a ^ b) & SIGN;
    let (x, y) = (a & !SIGN, b & !SIGN);
    if is_nan(a) || is_nan(b) {
        return QUIET_NAN;
    }
    if x == INFINITY || y == INFINITY {
        return if x == 0 || y == 0 {
            QUIET_NAN
        } else {
            sign | INFINITY
        };
    }
    if x == 0 || y == 0 {
        return sign;
    }
    let (ex, fx) = unpacked(x);
    let (ey, fy) = unpacked(y);
    // In [2^61, 2^63), so that the leading one of the high word is in bit 29 or 30.
    let product = ((fx << 7) as u64).wrapping_mul((fy << 8) as u64);
    let significand = (product >> 32) as u32 | (product as u32 != 0) as u32;
    let exponent = ex.wrapping_add(ey).wrapping_sub(127);
    if significand < 0x4000_0000 {
        return rounded(sign, exponent.wrapping_sub(1), significand << 1);
    }
    rounded(sign, exponent, significand)
}
