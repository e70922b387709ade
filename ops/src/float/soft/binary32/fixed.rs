//! Fixed-point numbers of one and two words, and rounding them.
//!
//! # Error
//! In units of the last bit that a function gives: [`mul_wide`], [`add`], [`sub`], [`magnitude`] and [`times`] are
//! exact (the last four modulo 2^128); [`mul_high`] and [`shift_right`] truncate, and are too low by less than 1;
//! [`mul_high_2`] is too low by less than 3. Errors never have the other sign, and no result shows whether bits were
//! dropped. Each function that uses these derives its own accuracy.
//!
//! # Rounding
//! [`nearest`] rounds all 64 given bits once: it keeps 24, leaves 6 below unchanged, and folds the other 34 into one
//! sticky bit. It sees an exact number or a tie exactly if these 64 bits are one. So a caller with an inexact result
//! rounds correctly if it is accurate to more bits than the hardest input needs, at most 60 for one operand. A caller
//! whose result may be exact or a tie must produce exactly these bits in that case, or handle the case before.
//! [`leading_word`] reduces 128 bits to 64, the last of them sticky, so that a later rounding takes all 128 into
//! account.

use super::rounded;
use vyre_conform_runtime::vyre_fn;

/// The product of two words, high word first, from the four products of their halves (Knuth, The Art of
/// Computer Programming, volume 2, section 4.3.1).
#[vyre_fn]
pub(super) const fn mul_wide(a: u64, b: u64) -> (u64, u64) {
    let (a0, a1) = (a as u32, (a >> 32) as u32);
    let (b0, b1) = (b as u32, (b >> 32) as u32);
    let low = (a0 as u64).wrapping_mul(b0 as u64);
    // A product of halves plus two halves never overflows.
    let first = (a1 as u64).wrapping_mul(b0 as u64).wrapping_add(low >> 32);
    let second = (a0 as u64)
        .wrapping_mul(b1 as u64)
        .wrapping_add(first & 0xffff_ffff);
    let high = (a1 as u64)
        .wrapping_mul(b1 as u64)
        .wrapping_add(first >> 32)
        .wrapping_add(second >> 32);
    (high, (second << 32) | (low & 0xffff_ffff))
}

/// The high half of a product: `a * b / 2^64`, truncated.
#[vyre_fn]
pub(super) const fn mul_high(a: u64, b: u64) -> u64 {
    mul_wide(a, b).0
}

/// `significand * 2^(exponent - 63)` rounded to nearest; bit 63 is set.
#[vyre_fn]
pub(super) const fn nearest(sign: u32, exponent: i32, significand: u64) -> u32 {
    let low = significand & 0x1_ffff_ffff;
    let high = (significand >> 33) as u32 | (low != 0) as u32;
    rounded(sign, exponent.wrapping_add(126), high)
}

/// The high half of the product of two numbers of two words, too low by less than 3: the product of the low words is
/// omitted, and two others are truncated.
#[vyre_fn]
pub(super) const fn mul_high_2(a_high: u64, a_low: u64, b_high: u64, b_low: u64) -> (u64, u64) {
    let (high, low) = mul_wide(a_high, b_high);
    let (high, low) = add(high, low, 0, mul_high(a_high, b_low));
    add(high, low, 0, mul_high(a_low, b_high))
}

/// Sum of two numbers of two words, modulo 2^128.
#[vyre_fn]
pub(super) const fn add(a_high: u64, a_low: u64, b_high: u64, b_low: u64) -> (u64, u64) {
    let low = a_low.wrapping_add(b_low);
    let carry = (low < a_low) as u64;
    (a_high.wrapping_add(b_high).wrapping_add(carry), low)
}

/// Difference of two numbers of two words, modulo 2^128.
#[vyre_fn]
pub(super) const fn sub(a_high: u64, a_low: u64, b_high: u64, b_low: u64) -> (u64, u64) {
    let borrow = (a_low < b_low) as u64;
    (
        a_high.wrapping_sub(b_high).wrapping_sub(borrow),
        a_low.wrapping_sub(b_low),
    )
}

/// The sign of a number of two words in two's complement (true if negative), and its magnitude.
#[vyre_fn]
pub(super) const fn magnitude(high: u64, low: u64) -> (bool, u64, u64) {
    let negative = high >> 63 != 0;
    if negative {
        let (high, low) = sub(0, 0, high, low);
        return (true, high, low);
    }
    (false, high, low)
}

/// A number of two words times a small one.
#[vyre_fn]
pub(super) const fn times(high: u64, low: u64, factor: u32) -> (u64, u64) {
    let factor = factor as u64;
    (
        high.wrapping_mul(factor)
            .wrapping_add(mul_high(low, factor)),
        low.wrapping_mul(factor),
    )
}

/// A number of two words divided by `2^n`, truncated; 0 from 128 on.
#[vyre_fn]
pub(super) const fn shift_right(high: u64, low: u64, n: u32) -> (u64, u64) {
    if n >= 128 {
        return (0, 0);
    }
    if n >= 64 {
        return (0, high.wrapping_shr(n.wrapping_sub(64)));
    }
    // In two steps, because the amount may be 0.
    let across = (high << 1).wrapping_shl(63u32.wrapping_sub(n));
    (high.wrapping_shr(n), low.wrapping_shr(n) | across)
}

/// The leading word of a nonzero number of two words, with bit 63 set, and its lowest bit also set if any lower bit is;
/// and the number of leading zeros.
#[vyre_fn]
pub(super) const fn leading_word(high: u64, low: u64) -> (u64, u32) {
    if high == 0 {
        let zeros = low.leading_zeros();
        return (low.wrapping_shl(zeros), zeros.wrapping_add(64));
    }
    let zeros = high.leading_zeros();
    let across = (low >> 1).wrapping_shr(63u32.wrapping_sub(zeros));
    let rest = low.wrapping_shl(zeros);
    (
        high.wrapping_shl(zeros) | across | (rest != 0) as u64,
        zeros,
    )
}
