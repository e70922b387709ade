//! Unpacking of numbers, and packing with one rounding.
//!
//! An unrounded number is `significand * 2^(exponent - 156)` with the leading one of the significand in bit 30: 24 bits
//! to keep, and 7 below, the lowest of which is sticky. For a normal result `exponent` is the biased exponent minus
//! one, because the leading one is added into that field.

use super::{FRACTION, GREATEST, INFINITY, LEAST_NORMAL};
use vyre_conform_runtime::vyre_fn;

/// `a / 2^n`, with its lowest bit also set if a set bit was lost. `a` is below 2^31.
#[vyre_fn]
pub const fn shift_right_sticky(a: u32, n: u32) -> u32 {
    let amount = if n < 31 { n } else { 31 };
    let kept = a.wrapping_shr(amount);
    let lost = kept.wrapping_shl(amount) != a;
    kept | lost as u32
}

/// Biased exponent and significand of a nonzero finite magnitude: it is `significand * 2^(exponent - 150)`, with the
/// leading one in bit 23 even if it was subnormal.
#[vyre_fn]
pub const fn unpacked(magnitude: u32) -> (i32, u32) {
    let (exponent, fraction) = (magnitude >> 23, magnitude & FRACTION);
    let subnormal = exponent == 0;
    let significand = if subnormal {
        fraction
    } else {
        fraction | LEAST_NORMAL
    };
    let shift = significand.leading_zeros().wrapping_sub(8);
    let base = if subnormal { 1 } else { exponent };
    (
        base.wrapping_sub(shift) as i32,
        significand.wrapping_shl(shift),
    )
}

/// Field of the exponent, and the significand shifted to the last bit of a subnormal result.
#[vyre_fn]
const fn aligned(exponent: i32, significand: u32) -> (u32, u32) {
    if exponent < 0 {
        let shift = exponent.wrapping_neg() as u32;
        (0, shift_right_sticky(significand, shift))
    } else {
        (exponent as u32, significand)
    }
}

/// Rounded to nearest, ties to even; overflow gives an infinity.
#[vyre_fn]
pub const fn rounded(sign: u32, exponent: i32, significand: u32) -> u32 {
    let (field, exact) = aligned(exponent, significand);
    // Adds just below half an ulp, and a little more if a tie must round up to even.
    let odd = (exact >> 7) & 1;
    let kept = exact.wrapping_add(0x3f).wrapping_add(odd) >> 7;
    // A carry out of the significand correctly increments the exponent.
    let magnitude = (field << 23).wrapping_add(kept);
    let overflows = exponent >= 0xfe || magnitude >= INFINITY;
    sign | if overflows { INFINITY } else { magnitude }
}

/// Rounded to odd: the last bit of a truncated inexact result is set, so that rounding it again to at least two bits
/// fewer equals one rounding. Overflow gives the greatest number, which is odd.
#[vyre_fn]
pub const fn rounded_to_odd(sign: u32, exponent: i32, significand: u32) -> u32 {
    let (field, exact) = aligned(exponent, significand);
    let kept = (exact >> 7) | (exact & 0x7f != 0) as u32;
    let magnitude = (field << 23).wrapping_add(kept);
    let overflows = exponent >= 0xfe;
    sign | if overflows { GREATEST } else { magnitude }
}
