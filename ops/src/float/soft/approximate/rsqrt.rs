//! The reciprocal of the square root.
//!
//! With the significand `d` in [1/2, 1) a quadratic polynomial gives `1 / sqrt(d)` with a relative error of 2^-8.3. If
//! the exponent is odd, the operand is `d / 2`, and its result is greater by a factor of the root of 2. Newton's
//! iteration `y + y * (1 - d * y^2) / 2` reduces the error to 2^-16 and 2^-31, from below. Truncated products add
//! 2^-29, and rounding adds half an ulp: the result is within 1 ulp.

use super::mul_high;
use crate::float::soft::binary32::{INFINITY, QUIET_NAN, SIGN, rounded, unpacked};
use vyre_conform_runtime::vyre_fn;

/// The polynomial `C0 - d * (C1 - d * C2)` of the initial value, in units of 2^-30.
const C0: u32 = 0x8ef8_fce7;
const C1: u32 = 0x843c_ba18;
const C2: u32 = 0x3577_f724;
/// The root of 2 in units of 2^-31.
const ROOT_2: u32 = 0xb504_f334;

/// `1 / sqrt(a)`, within 1 ulp; a negative number gives NaN, a zero gives the infinity with its sign.
#[vyre_fn]
pub const fn rsqrt(a: u32) -> u32 {
    let x = a & !SIGN;
    if x == 0 {
        return a | INFINITY;
    }
    if a > INFINITY {
        return QUIET_NAN;
    }
    if a == INFINITY {
        return 0;
    }
    let (exponent, significand) = unpacked(x);
    // a is d * 2^(exponent - 126) with d in units of 2^-32.
    let d = significand << 8;
    let odd = exponent as u32 & 1;
    let start = C0.wrapping_sub(mul_high(d, C1.wrapping_sub(mul_high(d, C2))));
    // The operand e in [1/4, 1), and its initial value, in units of 2^-30.
    let e = d.wrapping_shr(odd);
    let mut y = if odd == 0 {
        start
    } else {
        mul_high(start, ROOT_2) << 1
    };
    let mut i = 0u32;
    while i < 2 {
        // y^2 in units of 2^-28, e * y^2 likewise; half of 1 - e * y^2 in units of 2^-29.
        let product = mul_high(e, mul_high(y, y));
        let error = (1u32 << 28).wrapping_sub(product) as i32;
        let low = error < 0;
        let change = mul_high(
            y,
            (if low { error.wrapping_neg() } else { error } as u32) << 3,
        );
        y = if low {
            y.wrapping_sub(change)
        } else {
            y.wrapping_add(change)
        };
        i += 1;
    }
    // 1 / sqrt(a) = y * 2^((126 - exponent - odd) / 2).
    let half = 126i32.wrapping_sub(exponent).wrapping_sub(odd as i32) >> 1;
    rounded(0, half.wrapping_add(126), y)
}
