//! The reciprocal.
//!
//! With the significand `d` in [1/2, 1) a quadratic polynomial gives `1/d` with a relative error of 2^-6.6. Newton's
//! iteration `r + r * (1 - d * r)` squares that to 2^-13.2 and 2^-26.5, from below. Truncated products add 2^-30, and
//! rounding adds half an ulp: the result is within 1 ulp.

use super::mul_high;
use crate::float::soft::binary32::{INFINITY, QUIET_NAN, SIGN, rounded, unpacked};
use vyre_conform_runtime::vyre_fn;

/// The polynomial `C0 - d * (C1 - d * C2)` of the initial value, in units of 2^-29.
const C0: u32 = 0x87c1_f07c;
const C1: u32 = 0xba2e_8ba3;
const C2: u32 = 0x52bf_5a81;

/// `1 / a`, within 1 ulp.
#[vyre_fn]
pub const fn rcp(a: u32) -> u32 {
    let (sign, x) = (a & SIGN, a & !SIGN);
    if x > INFINITY {
        return QUIET_NAN;
    }
    if x == INFINITY {
        return sign;
    }
    if x == 0 {
        return sign | INFINITY;
    }
    let (exponent, significand) = unpacked(x);
    // d in units of 2^-32, its reciprocal in units of 2^-30: from 2^30 to 2^31.
    let d = significand << 8;
    let start = C0.wrapping_sub(mul_high(d, C1.wrapping_sub(mul_high(d, C2))));
    let mut r = start << 1;
    let mut i = 0u32;
    while i < 2 {
        // 1 - d * r in units of 2^-30, of either sign.
        let error = (1u32 << 30).wrapping_sub(mul_high(d, r)) as i32;
        let low = error < 0;
        let change = mul_high(
            r,
            (if low { error.wrapping_neg() } else { error } as u32) << 2,
        );
        r = if low {
            r.wrapping_sub(change)
        } else {
            r.wrapping_add(change)
        };
        i += 1;
    }
    rounded(sign, 252i32.wrapping_sub(exponent), r)
}
