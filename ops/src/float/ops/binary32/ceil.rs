use super::neg;
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::ceil,
        native(
            wgsl = concat!(native_canonical!(), "
fn native_ceil(a: u32) -> u32 {
    return native_canonical(ceil(bitcast<f32>(a)));
}"),
            correct = soft::ceil_corrected,
        ),
        laws(Idempotent, Monotone, Not(Odd(neg), witness = (0.5))),
        boundaries(8388607.5, 8388608.0, 0.5, -0.5, f32::from_bits(0x3eff_ffff)),
        table(
            0.5 => 1.0, "half above zero",
            -0.5 => -0.0, "half below zero",
            1.5 => 2.0, "half above one",
            -1.5 => -1.0, "half below minus one",
            8388607.5 => 8388608.0, "the greatest number with a fraction",
            f32::from_bits(0x8000_0001) => -0.0, "the least subnormal number below zero",
            f32::from_bits(1) => 1.0, "the least subnormal number",
            -0.0 => -0.0, "a zero keeps its sign",
            f32::NEG_INFINITY => f32::NEG_INFINITY, "infinities are integral",
            1e30 => 1e30, "so is every number from 2^23 on",
            f32::from_bits(0xff80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        integral = a.is_normal() && a.fract() == 0.0,
        half = a.fract().abs() == 0.5,
        below_half = a != 0.0 && a.abs() < 0.5,
    ],
    /// The least integral number that is at least the operand.
    pub fn ceil(a: f32) -> f32 {
        a.ceil()
    }
}
