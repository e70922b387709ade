//! Comparisons; NaN gives false, and -0 equals +0.

use super::{SIGN, is_nan};
use vyre_conform_runtime::vyre_fn;

/// An integer in the order of the reals, for operands that are not NaN.
#[vyre_fn]
const fn rank(a: u32) -> i32 {
    let magnitude = (a & !SIGN) as i32;
    if a >= SIGN {
        magnitude.wrapping_neg()
    } else {
        magnitude
    }
}

/// `a == b`.
#[vyre_fn]
pub const fn eq(a: u32, b: u32) -> bool {
    !is_nan(a) && !is_nan(b) && rank(a) == rank(b)
}

/// `a < b`.
#[vyre_fn]
pub const fn lt(a: u32, b: u32) -> bool {
    !is_nan(a) && !is_nan(b) && rank(a) < rank(b)
}

/// `a <= b`.
#[vyre_fn]
pub const fn le(a: u32, b: u32) -> bool {
    !is_nan(a) && !is_nan(b) && rank(a) <= rank(b)
}

/// `a > b`.
#[vyre_fn]
pub const fn gt(a: u32, b: u32) -> bool {
    lt(b, a)
}

/// `a >= b`.
#[vyre_fn]
pub const fn ge(a: u32, b: u32) -> bool {
    le(b, a)
}
