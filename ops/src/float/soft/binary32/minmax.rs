//! `minimumNumber` and `maximumNumber` of IEEE 754-2019: a NaN beside a number, quiet or signalling, is
//! ignored; -0 lies below +0.

use super::{QUIET_NAN, SIGN, is_nan};
use vyre_conform_runtime::vyre_fn;

/// A pattern in the order of the numbers, -0 below +0.
#[vyre_fn]
const fn rank(a: u32) -> u32 {
    if a >= SIGN { !a } else { a | SIGN }
}

/// The number of `a` and `b` to take where one of them is a NaN; the first of the result says whether one is.
#[vyre_fn]
const fn beside_nan(a: u32, b: u32) -> (bool, u32) {
    if is_nan(a) {
        return (true, if is_nan(b) { QUIET_NAN } else { b });
    }
    (is_nan(b), a)
}

/// The lesser.
#[vyre_fn]
pub const fn min(a: u32, b: u32) -> u32 {
    let (nan, number) = beside_nan(a, b);
    if nan {
        return number;
    }
    if rank(a) < rank(b) { a } else { b }
}

/// The greater.
#[vyre_fn]
pub const fn max(a: u32, b: u32) -> u32 {
    let (nan, number) = beside_nan(a, b);
    if nan {
        return number;
    }
    if rank(a) < rank(b) { b } else { a }
}
