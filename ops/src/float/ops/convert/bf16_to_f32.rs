use super::to_bf16;
use crate::float::soft::binary32 as soft;
use half::bf16;

with_kinds! {
    a,
    [
        lower = soft::from_bfloat16,
        laws(InverseOf(to_bf16), Monotone),
        table(
            bf16::from_bits(1) => f32::from_bits(0x0001_0000), "subnormal in both",
            bf16::from_bits(0x3f81) => f32::from_bits(0x3f81_0000), "the upper half of the bits",
            bf16::from_bits(0x7f7f) => f32::from_bits(0x7f7f_0000), "the greatest number",
            bf16::from_bits(0x8000) => -0.0, "a zero keeps its sign",
            bf16::INFINITY => f32::INFINITY, "infinities are exact",
            bf16::from_bits(0x7f81) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [],
    /// The same number as an `f32`, exact.
    pub fn to_f32(a: bf16) -> f32 {
        a.to_f32()
    }
}
