use super::neg;
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::round_ties_even,
        native(
            wgsl = concat!(native_canonical!(), "
fn native_round(a: u32) -> u32 {
    return native_canonical(round(bitcast<f32>(a)));
}"),
            correct = soft::round_corrected,
        ),
        laws(Idempotent, Monotone, Odd(neg)),
        boundaries(8388607.5, 8388608.0, 0.5, -0.5, f32::from_bits(0x3eff_ffff)),
        table(
            0.5 => 0.0, "half above zero",
            -0.5 => -0.0, "half below zero",
            1.5 => 2.0, "half above one",
            2.5 => 2.0, "half above two",
            -1.5 => -2.0, "half below minus one",
            f32::from_bits(0x3f00_0001) => 1.0, "just above a half",
            8388607.5 => 8388608.0, "the greatest number with a fraction",
            8388606.5 => 8388606.0, "a tie next to it",
            f32::from_bits(1) => 0.0, "the least subnormal number",
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
    /// The nearest integral number, ties to even.
    pub fn round(a: f32) -> f32 {
        a.round_ties_even()
    }
}
