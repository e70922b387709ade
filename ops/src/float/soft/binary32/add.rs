//! Sum and difference.
//!
//! The smaller magnitude is shifted to the exponent of the greater one, with six extra bits, the lowest of them sticky.
//! If a subtraction cancels more than one leading bit, the exponents differ by at most one, so no bit was lost.
//! Otherwise four bits below the last kept one are exact, and the sticky bit only distinguishes a tie from its
//! neighbourhood.

use super::{
    FRACTION, INFINITY, LEAST_NORMAL, QUIET_NAN, SIGN, is_nan, rounded, shift_right_sticky,
};
use vyre_conform_runtime::vyre_fn;

/// Significand of a finite magnitude, not normalised; a normal number has its leading one at bit 29.
#[vyre_fn]
const fn placed(magnitude: u32) -> u32 {
    let implied = if magnitude < LEAST_NORMAL {
        0
    } else {
        LEAST_NORMAL
    };
    ((magnitude & FRACTION) | implied) << 6
}

/// The biased exponent; subnormal numbers have 1 as well.
#[vyre_fn]
const fn scale(magnitude: u32) -> u32 {
    let field = magnitude >> 23;
    if field == 0 { 1 } else { field }
}

/// The sum.
#[vyre_fn]
pub const fn add(a: u32, b: u32) -> u32 {
    if is_nan(a) || is_nan(b) {
        return QUIET_NAN;
    }
    let less = (a & !SIGN) < (b & !SIGN);
    let (great, small) = if less { (b, a) } else { (a, b) };
    let (x, y) = (great & !SIGN, small & !SIGN);
    let opposite = (a ^ b) & SIGN != 0;
    if x == INFINITY {
        return if y == INFINITY && opposite {
            QUIET_NAN
        } else {
            great
        };
    }
    let exponent = scale(x);
    let shifted = shift_right_sticky(placed(y), exponent.wrapping_sub(scale(y)));
    let sum = if opposite {
        placed(x).wrapping_sub(shifted)
    } else {
        placed(x).wrapping_add(shifted)
    };
    if sum == 0 {
        // Opposite numbers cancel to +0; two zeros of one sign keep it.
        return if opposite { 0 } else { great & SIGN };
    }
    let shift = sum.leading_zeros().wrapping_sub(1);
    rounded(
        great & SIGN,
        exponent.wrapping_sub(shift) as i32,
        sum.wrapping_shl(shift),
    )
}

/// The difference.
#[vyre_fn]
pub const fn sub(a: u32, b: u32) -> u32 {
    add(a, b ^ SIGN)
}
