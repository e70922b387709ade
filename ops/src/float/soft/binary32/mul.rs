//! Product: the exact 48 bits of it, cut to 31 with a sticky bit.
//!
//! 24 bits stay, and a 25th and whether anything follows it decide. Of the product, exact in 64 bits, the high word is
//! kept, 30 or 31 bits with the lowest sticky: four bits more than are needed, so that nothing is lost where the
//! leading one stands one lower. A product that is a number has at most 24 bits, a tie has 25, the last of them set;
//! both are distinguished from their neighbours by the sticky bit, because nothing was rounded before. A subnormal
//! result is shifted with the sticky bit before it is rounded, so that its ties are those of the exact product as well.

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
