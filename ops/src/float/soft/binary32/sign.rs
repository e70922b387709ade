//! Functions that test bits or change the sign bit.

use super::{INFINITY, LEAST_NORMAL, SIGN};
use vyre_conform_runtime::vyre_fn;

/// `a` with the sign bit flipped, NaN included.
#[vyre_fn]
pub const fn neg(a: u32) -> u32 {
    a ^ SIGN
}

/// `a` with a clear sign bit, NaN included.
#[vyre_fn]
pub const fn abs(a: u32) -> u32 {
    a & !SIGN
}

/// True if `a` is a NaN, quiet or signalling.
#[vyre_fn]
pub const fn is_nan(a: u32) -> bool {
    (a & !SIGN) > INFINITY
}

/// True if `a` is an infinity.
#[vyre_fn]
pub const fn is_infinite(a: u32) -> bool {
    (a & !SIGN) == INFINITY
}

/// The class of `a`: 0 zero, 1 subnormal, 2 normal, 3 infinite, 4 NaN.
#[vyre_fn]
pub const fn class(a: u32) -> u32 {
    let magnitude = a & !SIGN;
    let nonzero = (magnitude != 0) as u32;
    let normal = (magnitude >= LEAST_NORMAL) as u32;
    let infinite = (magnitude >= INFINITY) as u32;
    let nan = (magnitude > INFINITY) as u32;
    // Each class is above the previous one, so the class is the number of limits reached.
    nonzero
        .wrapping_add(normal)
        .wrapping_add(infinite)
        .wrapping_add(nan)
}
