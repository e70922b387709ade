//! Oracles: the arithmetic of the processor and of `rustc_apfloat`, with the canonical NaN.

use rustc_apfloat::ieee::{BFloat, Half, Single};
use rustc_apfloat::{Float, StatusAnd};
use std::num::FpCategory;

/// The pattern of a processor's number, with a canonical NaN. It inspects the bits, because a compiler that does not
/// distinguish NaNs may return `x` for `if x.is_nan() { NaN } else { x }`.
pub(crate) fn bits(x: f32) -> u32 {
    let pattern = std::hint::black_box(x.to_bits());
    if pattern & 0x7fff_ffff > 0x7f80_0000 {
        0x7fc0_0000
    } else {
        pattern
    }
}

/// The pattern of a number in a 16-bit format, with a canonical NaN. It inspects the bits: infinity is the canonical
/// NaN without its fraction bit.
pub(crate) fn bits16(pattern: u16, canonical: u16) -> u32 {
    let infinity = canonical & canonical << 1;
    if pattern & 0x7fff > infinity {
        canonical.into()
    } else {
        pattern.into()
    }
}

/// A format that `rustc_apfloat` implements.
pub(crate) trait Format: Float {
    const CANONICAL: u32;
    fn pattern(self) -> u32 {
        if self.is_nan() {
            Self::CANONICAL
        } else {
            self.to_bits() as u32
        }
    }
    fn of(pattern: u32) -> Self {
        Self::from_bits(pattern.into())
    }
}

impl Format for Single {
    const CANONICAL: u32 = 0x7fc0_0000;
}

impl Format for Half {
    const CANONICAL: u32 = 0x7e00;
}

impl Format for BFloat {
    const CANONICAL: u32 = 0x7fc0;
}

/// An operation of two operands in `rustc_apfloat`.
pub(crate) fn binary_operation<F: Format>(
    operation: impl Fn(F, F) -> StatusAnd<F>,
) -> impl Fn((u32, u32)) -> u32 {
    move |(a, b)| operation(F::of(a), F::of(b)).value.pattern()
}

/// The fused multiply-add of `rustc_apfloat`.
pub(crate) fn fused<F: Format>((a, b, c): (u32, u32, u32)) -> u32 {
    F::of(a).mul_add(F::of(b), F::of(c)).value.pattern()
}

/// The number of a class: 0 zero, 1 subnormal, 2 normal, 3 infinite, 4 NaN.
pub(crate) fn kind(class: FpCategory) -> u32 {
    use FpCategory::{Infinite, Nan, Normal, Subnormal, Zero};
    let classes = [Zero, Subnormal, Normal, Infinite, Nan];
    classes.iter().position(|c| *c == class).expect("a class") as u32
}

/// The number nearest to a word as an unsigned integer, in `rustc_apfloat`.
pub(crate) fn unsigned<F: Format>(n: u32) -> u32 {
    F::from_u128(n.into()).value.pattern()
}

/// The number nearest to a word as a signed integer, in `rustc_apfloat`.
pub(crate) fn signed<F: Format>(n: u32) -> u32 {
    F::from_i128((n as i32).into()).value.pattern()
}

/// The nearest integer to `n` with at most this many significant bits, followed by zeros; a tie goes to the one whose
/// last bit is 0.
pub(crate) fn nearest(n: u64, bits: u32) -> u64 {
    let unit = 1 << (64 - n.leading_zeros()).saturating_sub(bits);
    let (below, rest) = (n / unit, n % unit);
    let up = 2 * rest > unit || 2 * rest == unit && below % 2 == 1;
    (below + u64::from(up)) * unit
}
