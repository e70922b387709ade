//! Fused multiply-add: `a * b + c` with one rounding.
//!
//! The exact product has 48 bits; product and addend are placed with their leading ones in bit 61 of 64, and
//! the smaller is shifted to the exponent of the greater with a sticky bit. Where the sum cancels more than one
//! leading bit the exponents differ by at most one, and the 14 zero bits below a product, 38 below an addend,
//! take that shift without a loss; otherwise at least 36 exact bits lie between the last bit that stays and the
//! sticky one.

use super::{INFINITY, QUIET_NAN, SIGN, is_nan, rounded, rounded_to_odd, unpacked};
use vyre_conform_runtime::vyre_fn;

/// Exponent of an addend that is 0: below that of every product.
const NOTHING: i32 = -0x8000;

/// `a / 2^n`, its lowest bit set as well where a set bit was lost. `a` is below 2^63.
#[vyre_fn]
const fn shift_right_sticky(a: u64, n: u32) -> u64 {
    let amount = if n < 63 { n } else { 63 };
    let kept = a.wrapping_shr(amount);
    let lost = kept.wrapping_shl(amount) != a;
    kept | lost as u64
}

/// The finite sum of a product other than 0 and an addend: sign, exponent and significand for `rounded`;
/// significand 0 for a sum of 0.
#[vyre_fn]
const fn sum(a: u32, b: u32, c: u32) -> (u32, i32, u32) {
    let (ex, fx) = unpacked(a & !SIGN);
    let (ey, fy) = unpacked(b & !SIGN);
    let full = ((fx << 7) as u64).wrapping_mul((fy << 7) as u64);
    let low = full < 1 << 61;
    let product = if low { full << 1 } else { full };
    let ep = ex
        .wrapping_add(ey)
        .wrapping_sub(if low { 127 } else { 126 });
    let (ec, addend) = if c & !SIGN == 0 {
        (NOTHING, 0)
    } else {
        let (ez, fz) = unpacked(c & !SIGN);
        (ez, (fz as u64) << 38)
    };
    let product_sign = (a ^ b) & SIGN;
    let opposite = (product_sign ^ c) & SIGN != 0;
    let product_first = ep > ec || (ep == ec && product >= addend);
    let (exponent, great, small) = if product_first {
        let shift = ep.wrapping_sub(ec) as u32;
        (ep, product, shift_right_sticky(addend, shift))
    } else {
        let shift = ec.wrapping_sub(ep) as u32;
        (ec, addend, shift_right_sticky(product, shift))
    };
    let sign = if product_first {
        product_sign
    } else {
        c & SIGN
    };
    let total = if opposite {
        great.wrapping_sub(small)
    } else {
        great.wrapping_add(small)
    };
    if total == 0 {
        return (0, 0, 0);
    }
    let shift = total.leading_zeros().wrapping_sub(1);
    let normal = total.wrapping_shl(shift);
    let significand = (normal >> 32) as u32 | (normal as u32 != 0) as u32;
    (sign, exponent.wrapping_sub(shift as i32), significand)
}

/// Whether the result needs no sum, and that result.
#[vyre_fn]
const fn special(a: u32, b: u32, c: u32) -> (bool, u32) {
    let sign = (a ^ b) & SIGN;
    let (x, y, z) = (a & !SIGN, b & !SIGN, c & !SIGN);
    if is_nan(a) || is_nan(b) || is_nan(c) {
        return (true, QUIET_NAN);
    }
    if x == INFINITY || y == INFINITY {
        let undefined = x == 0 || y == 0 || (z == INFINITY && sign != c & SIGN);
        return (
            true,
            if undefined {
                QUIET_NAN
            } else {
                sign | INFINITY
            },
        );
    }
    if z == INFINITY {
        return (true, c);
    }
    if x == 0 || y == 0 {
        // Zeros of both signs add up to +0; `sign & c` is -0 for two negative ones.
        return (true, if z == 0 { sign & c } else { c });
    }
    (false, 0)
}

/// `a * b + c`, rounded once.
#[vyre_fn]
pub const fn fma(a: u32, b: u32, c: u32) -> u32 {
    let (known, result) = special(a, b, c);
    if known {
        return result;
    }
    let (sign, exponent, significand) = sum(a, b, c);
    if significand == 0 {
        return 0;
    }
    rounded(sign, exponent, significand)
}

/// `a * b + c`, rounded to odd: what a narrower format rounds to nearest.
#[vyre_fn]
pub const fn fma_to_odd(a: u32, b: u32, c: u32) -> u32 {
    let (known, result) = special(a, b, c);
    if known {
        return result;
    }
    let (sign, exponent, significand) = sum(a, b, c);
    if significand == 0 {
        return 0;
    }
    rounded_to_odd(sign, exponent, significand)
}
