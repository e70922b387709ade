use super::bf16_to_f32;
use crate::float::soft::binary32 as soft;
use half::bf16;

with_kinds! {
    a,
    [
        lower = soft::to_bfloat16,
        laws(Monotone, Not(InverseOf(bf16_to_f32), witness = (f32::from_bits(0x3f80_0001)))),
        boundaries(f32::MAX, f32::from_bits(0x7f7f_8000), f32::from_bits(0x3f80_8000)),
        table(
            f32::MAX => bf16::INFINITY, "more than half a unit above the greatest number",
            f32::from_bits(0x7f7f_7fff) => bf16::MAX, "just below half a unit",
            f32::from_bits(0x7f7f_8000) => bf16::INFINITY, "half a unit, to what would be even",
            f32::from_bits(0x3f80_8000) => bf16::from_bits(0x3f80), "1 + 2^-8 is a tie, and 1 is even",
            f32::from_bits(0x3f81_8000) => bf16::from_bits(0x3f82), "1 + 3 2^-8 is a tie",
            f32::from_bits(0x3f80_8001) => bf16::from_bits(0x3f81), "just above it",
            f32::from_bits(0x0000_8000) => bf16::from_bits(0), "half of the least subnormal number",
            f32::from_bits(0x0000_8001) => bf16::from_bits(1), "just above it",
            -0.0 => bf16::from_bits(0x8000), "a zero keeps its sign",
            f32::NEG_INFINITY => bf16::NEG_INFINITY, "infinities are exact",
            f32::from_bits(0xff80_0001) => bf16::from_bits(0x7fc0), "a NaN is the canonical one",
        ),
    ],
    [
        subnormal_result = bf16::from_f32(a).classify() == core::num::FpCategory::Subnormal,
        overflow = a.is_finite() && bf16::from_f32(a).is_infinite(),
        exact = a.is_normal() && bf16::from_f32(a).to_f32() == a,
    ],
    /// The nearest bf16, ties to even; overflow gives an infinity.
    pub fn to_bf16(a: f32) -> bf16 {
        bf16::from_f32(a)
    }
}
