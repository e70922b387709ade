//! Corrections, in integers, of results of 16-bit float instructions of hardware.
//!
//! The hardware handles no subnormal numbers: if the exponent bits of an operand or a result are zero, the whole
//! operation is computed in integers. Normal numbers, infinities and NaNs remain.
//!
//! Hardware quotients and roots need not be correctly rounded. Whether a candidate is the nearest number can be decided
//! exactly, because a normal result is never a tie:
//! - With `x` scaled to an integer of 21 or 22 bits and the root `r` to one of 11, `r` is the nearest if (r - 1/2)^2 <
//!   x < (r + 1/2)^2; as both are integers that is -r < x - r^2 <= r.
//! - With significands `s` and `t` of 11 bits, `s` scaled by 2^10 or 2^11 so that the quotient has 11 bits, `q` is the
//!   nearest if |2 (s - q t)| < t. A tie would be s = (q + 1/2) t, a product of at least 12 bits with an odd factor of
//!   12 bits, while the scaled `s` has 11 significant bits.
//!
//! A candidate that is off by one is moved and tested again. Anything else is computed in integers from the start, so
//! every result is proven at each call. The fused multiply-add of hardware is accepted if all operands and the result
//! are normal and the result is above the least normal binade.

use super::{INFINITY, LEAST_NORMAL, SIGN, add, div, fma, mul, sqrt, sub};
use crate::float::soft::binary16;
use crate::float::soft::corrected::corrected;
use vyre_conform_runtime::vyre_fn;

corrected!(binary16);

/// The bits of the fraction.
const FRACTION: u32 = LEAST_NORMAL - 1;

/// `a + b`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn add_corrected(a: u32, b: u32, found: u32) -> u32 {
    if is_tiny(a) || is_tiny(b) || is_tiny(found) {
        return add(a, b);
    }
    found
}

/// `a - b`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn sub_corrected(a: u32, b: u32, found: u32) -> u32 {
    if is_tiny(a) || is_tiny(b) || is_tiny(found) {
        return sub(a, b);
    }
    found
}

/// `a * b`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn mul_corrected(a: u32, b: u32, found: u32) -> u32 {
    if is_tiny(a) || is_tiny(b) || is_tiny(found) {
        return mul(a, b);
    }
    found
}

/// `a / b`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn div_corrected(a: u32, b: u32, found: u32) -> u32 {
    if is_special(a) || is_special(b) || is_special(found) {
        return div(a, b);
    }
    let s = (a & FRACTION) | LEAST_NORMAL;
    let t = (b & FRACTION) | LEAST_NORMAL;
    let less = (s < t) as u32;
    // The exponent of the quotient, unless it rounds up to the next binade; plus 32.
    let exponent = ((a & INFINITY) >> 10)
        .wrapping_sub((b & INFINITY) >> 10)
        .wrapping_add(47)
        .wrapping_sub(less);
    if exponent < 33 || exponent > 61 {
        return div(a, b);
    }
    let least = exponent.wrapping_sub(32) << 10;
    let magnitude = found & !SIGN;
    let quotient = magnitude.wrapping_sub(least).wrapping_add(LEAST_NORMAL);
    if quotient < FRACTION || quotient > LEAST_NORMAL << 1 {
        return div(a, b);
    }
    let scaled = s.wrapping_shl(less.wrapping_add(10)) as i32;
    let divisor = t as i32;
    let rest = scaled.wrapping_sub((quotient as i32).wrapping_mul(divisor));
    let twice = rest.wrapping_mul(2);
    let above = (twice > divisor) as i32;
    let step = above.wrapping_sub((twice < divisor.wrapping_neg()) as i32);
    let left = twice.wrapping_sub(step.wrapping_mul(divisor).wrapping_mul(2));
    if left >= divisor || left <= divisor.wrapping_neg() {
        return div(a, b);
    }
    let moved = magnitude.wrapping_add(step as u32);
    ((a ^ b) & SIGN) | moved
}

/// The square root of `a`, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn sqrt_corrected(a: u32, found: u32) -> u32 {
    // Zeros, negative and subnormal numbers, infinity, NaN.
    if a < LEAST_NORMAL || a >= INFINITY {
        return sqrt(a);
    }
    let exponent = a >> 10;
    // An odd power of two leaves a factor of two in the radicand.
    let odd = (exponent & 1) ^ 1;
    // The root of a significand of 1 in the binade of the result.
    let least = (exponent.wrapping_add(15).wrapping_sub(odd) >> 1) << 10;
    let root = found.wrapping_sub(least).wrapping_add(LEAST_NORMAL);
    if root < FRACTION || root > LEAST_NORMAL << 1 {
        return sqrt(a);
    }
    let significand = (a & FRACTION) | LEAST_NORMAL;
    let scaled = significand.wrapping_shl(odd.wrapping_add(10)) as i32;
    let root = root as i32;
    let rest = scaled.wrapping_sub(root.wrapping_mul(root));
    let above = (rest > root) as i32;
    let step = above.wrapping_sub((rest <= root.wrapping_neg()) as i32);
    let near = root.wrapping_add(step);
    let left = scaled.wrapping_sub(near.wrapping_mul(near));
    if left <= near.wrapping_neg() || left > near {
        return sqrt(a);
    }
    least.wrapping_add((near as u32).wrapping_sub(LEAST_NORMAL))
}

/// `a * b + c` rounded once, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn fma_corrected(a: u32, b: u32, c: u32, found: u32) -> u32 {
    let plain = !is_special(a) && !is_special(b) && !is_special(c);
    // Above the least normal binade, and finite.
    let safe = ((found >> 10) & 31).wrapping_sub(2) < 29;
    if plain && safe {
        return found;
    }
    fma(a, b, c)
}
