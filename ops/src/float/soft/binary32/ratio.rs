//! Quotients of integers to 128 bits, for the functions of two operands, whose hardest cases need about 96.
//!
//! Long division finds 1 + 26 + 26 + 25 + 25 + 25 = 128 bits and truncates: the quotient is too low by less than 2^-127
//! of itself, and never too high. A quotient that ends within 128 bits is exact. As both operands have at most 38 bits,
//! its divisor, without common factors, is a power of two. The result does not show whether bits were dropped. A tie of
//! the quotient itself is exact here, but no result consists of this quotient alone: `atan2` and `pow` handle their own
//! ties.

use vyre_conform_runtime::vyre_fn;

/// Quotient bits found by each step after the leading one. A remainder below 2^38 times 2^26 fits.
const STEPS: [u32; 5] = [26, 26, 25, 25, 25];

/// `a / b` for integers from 1 to below 2^38: the leading 128 bits, truncated, high word first, and the exponent of the
/// leading one.
#[vyre_fn]
pub(super) const fn ratio(a: u64, b: u64) -> (u64, u64, i32) {
    let za = a.leading_zeros();
    let zb = b.leading_zeros();
    // Leading ones in bit 37.
    let dividend = a.wrapping_shl(za.wrapping_sub(26));
    let divisor = b.wrapping_shl(zb.wrapping_sub(26));
    let small = dividend < divisor;
    let exponent = (zb as i32)
        .wrapping_sub(za as i32)
        .wrapping_sub(small as i32);
    let mut rest = dividend.wrapping_shl(small as u32).wrapping_sub(divisor);
    let (mut high, mut low) = (0u64, 1u64);
    let mut i = 0;
    while i < STEPS.len() {
        let bits = STEPS[i];
        let shifted = rest.wrapping_shl(bits);
        let digit = match shifted.checked_div(divisor) {
            Some(digit) => digit,
            None => 0,
        };
        rest = shifted.wrapping_sub(digit.wrapping_mul(divisor));
        high = high.wrapping_shl(bits) | low.wrapping_shr(64u32.wrapping_sub(bits));
        low = low.wrapping_shl(bits) | digit;
        i += 1;
    }
    (high, low, exponent)
}
