//! `minimumNumber` and `maximumNumber` of IEEE 754-2019: NaN, quiet or signalling, is ignored if the other operand is a
//! number; -0 is below +0.

use super::{QUIET_NAN, SIGN, is_nan};
use vyre_conform_runtime::vyre_fn;

/// An integer in the order of the numbers, -0 below +0.
#[vyre_fn]
const fn rank(a: u32) -> u32 {
    if a >= SIGN { !a } else { a | SIGN }
}

/// The result if `a` or `b` is a NaN; the first value is true in that case.
#[vyre_fn]
const fn beside_nan(a: u32, b: u32) -> (bool, u32) {
    if is_nan(a) {
        return (true, if is_nan(b) { QUIET_NAN } else { b });
    }
    (is_nan(b), a)
}

/// The lesser operand.
#[vyre_fn]
pub const fn min(a: u32, b: u32) -> u32 {
    let (nan, number) = beside_nan(a, b);
    if nan {
        return number;
    }
    if rank(a) < rank(b) { a } else { b }
}

/// The greater operand.
#[vyre_fn]
pub const fn max(a: u32, b: u32) -> u32 {
    let (nan, number) = beside_nan(a, b);
    if nan {
        return number;
    }
    if rank(a) < rank(b) { b } else { a }
}
