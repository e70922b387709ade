use super::f16_to_f32;
use crate::float::soft::binary32 as soft;
use half::f16;

with_kinds! {
    a,
    [
        lower = soft::to_binary16,
        native(
            wgsl = "
fn native_to_f16(a: u32) -> u32 {
    if (a & 0x7fffffffu) > 0x7f800000u {
        return 0x7e00u;
    }
    return pack2x16float(vec2<f32>(bitcast<f32>(a), 0.0)) & 0xffffu;
}",
            correct = soft::to_binary16_corrected,
        ),
        laws(Monotone, Not(InverseOf(f16_to_f32), witness = (f32::from_bits(0x3f80_0001)))),
        boundaries(65504.0, 65520.0, f32::from_bits(0x3300_0000)),
        table(
            65504.0 => f16::MAX, "the greatest number of the format",
            65519.996 => f16::MAX, "just below half way to what would be next",
            65520.0 => f16::INFINITY, "half way beyond it rounds to infinity",
            f32::from_bits(0x3380_0000) => f16::from_bits(1), "2^-24 is the least subnormal number",
            f32::from_bits(0x3300_0000) => f16::from_bits(0), "2^-25 is a tie, and 0 is even",
            f32::from_bits(0x3300_0001) => f16::from_bits(1), "just above it",
            f32::from_bits(0x3f80_1000) => f16::from_bits(0x3c00), "1 + 2^-11 is a tie, and 1 is even",
            f32::from_bits(0x3f80_3000) => f16::from_bits(0x3c02), "1 + 3 2^-11 is a tie",
            f32::from_bits(0x387f_ffff) => f16::from_bits(0x0400), "just below 2^-14 rounds to it",
            -0.0 => f16::from_bits(0x8000), "a zero keeps its sign",
            f32::NEG_INFINITY => f16::NEG_INFINITY, "infinities are exact",
            f32::from_bits(0xff80_0001) => f16::from_bits(0x7e00), "a NaN is the canonical one",
        ),
    ],
    [
        subnormal_result = f16::from_f32(a).classify() == core::num::FpCategory::Subnormal,
        overflow = a.is_finite() && f16::from_f32(a).is_infinite(),
        exact = a.is_normal() && f16::from_f32(a).to_f32() == a,
    ],
    /// The nearest f16, ties to even; overflow gives an infinity.
    pub fn to_f16(a: f32) -> f16 {
        f16::from_f32(a)
    }
}
