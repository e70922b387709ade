use super::to_f16;
use crate::float::soft::binary32 as soft;
use half::f16;

with_kinds! {
    a,
    [
        lower = soft::from_binary16,
        native(
            wgsl = concat!(native_canonical!(), "
fn native_to_f32(a: u32) -> u32 {
    return native_canonical(unpack2x16float(a).x);
}"),
            correct = soft::from_binary16_corrected,
        ),
        laws(InverseOf(to_f16), Monotone),
        table(
            f16::from_bits(1) => f32::from_bits(0x3380_0000), "2^-24 is a normal f32",
            f16::from_bits(0x03ff) => f32::from_bits(0x387f_c000), "the greatest subnormal number",
            f16::from_bits(0x7bff) => 65504.0, "the greatest number",
            f16::from_bits(0x8000) => -0.0, "a zero keeps its sign",
            f16::INFINITY => f32::INFINITY, "infinities are exact",
            f16::from_bits(0x7c01) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [],
    /// The same number as an `f32`, exact.
    pub fn to_f32(a: f16) -> f32 {
        a.to_f32()
    }
}
