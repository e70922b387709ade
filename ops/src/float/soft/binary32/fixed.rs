//! Fixed-point numbers of one and two words, and rounding them.
//!
//! # Error
//! In units of the last bit that a function gives: [`mul_wide`], [`add`], [`sub`], [`magnitude`] and [`times`] are
//! exact (the last four modulo 2^128); [`mul_high`] and [`shift_right`] cut, and are too low by less than 1;
//! [`mul_high_2`] is too low by less than 3. Errors never have the other sign, and whether something was cut is not
//! told. How many bits are right in the end is the argument of each function that computes with these.
//!
//! # Rounding
//! [`nearest`] rounds all 64 bits that it is given, once: 24 stay, 6 below are kept as they are, and the other 34 are
//! one sticky bit. It sees an exact number or a tie where these 64 bits are one; so a caller whose result is
//! not exact is right if it is right to more bits than the hardest input needs, at most 60 of one operand, and one
//! whose result may be exact, or half way, must come to just these bits there, or see it before. [`leading_word`]
//! brings 128 bits to 64, of which the last is sticky, so that rounding afterwards sees all 128.

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

/// The high half of a product: `a * b / 2^64`, cut.
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

/// The high half of the product of two numbers of two words, too low by less than 3: the product of the low
/// words is left out, and two others are cut.
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

/// Whether a number of two words is negative in two's complement, and its magnitude.
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

/// A number of two words by `2^n`, cut; 0 from 128 on.
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

/// The leading word of a number of two words other than 0, bit 63 set, its lowest bit set as well where what
/// follows is not 0; and the number of zeros that led it.
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
