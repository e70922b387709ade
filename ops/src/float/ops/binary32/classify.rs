use super::neg;
use crate::float::soft::binary32 as soft;
use core::num::FpCategory;

with_kinds! {
    a,
    [
        lower = soft::class,
        laws(Even(neg)),
        boundaries(f32::MAX, f32::from_bits(0x7f80_0001), f32::from_bits(0xffff_ffff)),
        table(
            -0.0 => 0, "a zero of either sign is of the first class",
            f32::from_bits(1) => 1, "the least subnormal number",
            f32::from_bits(0x007f_ffff) => 1, "and the greatest one",
            f32::MIN_POSITIVE => 2, "the least normal number is one above",
            f32::MIN => 2, "the greatest magnitude, below zero",
            f32::NEG_INFINITY => 3, "an infinity of either sign",
            f32::from_bits(0x7f80_0001) => 4, "the least signalling NaN is one above infinity",
            f32::from_bits(0xffff_ffff) => 4, "a quiet NaN with a sign",
        ),
    ],
    [],
    /// The class of the operand: 0 zero, 1 subnormal, 2 normal, 3 infinite, 4 NaN.
    pub fn classify(a: f32) -> u32 {
        match a.classify() {
            FpCategory::Zero => 0,
            FpCategory::Subnormal => 1,
            FpCategory::Normal => 2,
            FpCategory::Infinite => 3,
            FpCategory::Nan => 4,
        }
    }
}
