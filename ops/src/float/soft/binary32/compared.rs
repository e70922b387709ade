//! Corrections of hardware results for comparisons, extremes, sign operations, roundings and conversions: see
//! [`corrected`](crate::float::soft::corrected).

use super::{INFINITY, to_binary16, to_i32_ceil, to_i32_floor, to_u32_ceil};
use crate::float::soft::binary32;
use crate::float::soft::corrected::corrected;
use vyre_conform_runtime::vyre_fn;

corrected!(binary32);

/// `a` rounded towards negative infinity to an integer, corrected from the hardware result `found`: a flushed negative
/// operand would give 0 instead of -1.
#[vyre_fn]
pub const fn to_i32_floor_corrected(a: u32, found: i32) -> i32 {
    if is_tiny(a) {
        return to_i32_floor(a);
    }
    found
}

/// `a` rounded towards positive infinity to an integer, corrected from the hardware result `found`.
#[vyre_fn]
pub const fn to_i32_ceil_corrected(a: u32, found: i32) -> i32 {
    if is_tiny(a) {
        return to_i32_ceil(a);
    }
    found
}

/// The same as an unsigned integer.
#[vyre_fn]
pub const fn to_u32_ceil_corrected(a: u32, found: u32) -> u32 {
    if is_tiny(a) {
        return to_u32_ceil(a);
    }
    found
}

/// `a` as the nearest binary16, corrected from the hardware result `found`: a zero or subnormal result may have been
/// flushed.
#[vyre_fn]
pub const fn to_binary16_corrected(a: u32, found: u32) -> u32 {
    if found & 0x7c00 == 0 {
        return to_binary16(a);
    }
    found
}

/// A binary16 as binary32, corrected from the hardware result `found`: a subnormal operand may have been flushed.
#[vyre_fn]
pub const fn from_binary16_corrected(a: u32, found: u32) -> u32 {
    if a & 0x7c00 == 0 {
        return super::from_binary16(a);
    }
    found
}
