//! Quotients of significands of one word.
//!
//! Newton's iteration for the reciprocal, `r + r * (1 - d * r)`, squares the relative error: from 2^-14.4 to 2^-28,
//! 2^-57 and the 2^-62 of the truncated products. The iterates approach from below, except for the last.

use super::fixed::mul_high;
use vyre_conform_runtime::vyre_fn;

/// `2^127 / d` with a relative error of 2^-62; bit 63 of `d` is set.
#[vyre_fn]
const fn reciprocal(d: u64) -> u64 {
    let top = ((d >> 48) as u32).wrapping_add(1);
    let first = match u32::MAX.checked_div(top) {
        Some(first) => first,
        None => 0,
    };
    let mut r = (first as u64) << 47;
    let mut i = 0u32;
    while i < 3 {
        // 1 - d * r in units of 2^-64: d in units of 2^-64 times r in units of 2^-63 is at most 1.
        let error = (1u64 << 63).wrapping_sub(mul_high(d, r)) << 1;
        // The reciprocal of 1/2 would need one bit more than available.
        r = r.saturating_add(mul_high(r, error));
        i += 1;
    }
    r
}

/// `a / b * 2^63` with a relative error of 2^-61; bit 63 of both is set.
#[vyre_fn]
pub(super) const fn quotient(a: u64, b: u64) -> u64 {
    mul_high(a, reciprocal(b))
}
