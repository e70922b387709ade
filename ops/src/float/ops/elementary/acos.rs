use super::cos;
use crate::float::ops::binary32::neg;
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::acos,
        laws(
            // Magnitudes above 1 have no angle, and NaN is unordered.
            Not(Antitone, witness = (0.0, 2.0)),
            Not(Even(neg), witness = (1.0)),
            Not(Odd(neg), witness = (1.0)),
            Not(InverseOf(cos), witness = (2.0)),
        ),
        boundaries(
            f32::from_bits(0x3982_6222),
            1.0,
            -1.0,
            f32::from_bits(0x3f80_0001),
            f32::from_bits(0x3f7f_ffff),
            0.5,
        ),
        table(
            1.0 => 0.0, "the only exact angle, +0",
            0.0 => core::f32::consts::FRAC_PI_2, "a right angle",
            -0.0 => core::f32::consts::FRAC_PI_2, "whichever the sign",
            -1.0 => core::f32::consts::PI, "a straight angle",
            0.5 => core::f32::consts::FRAC_PI_3, "a third of it",
            f32::from_bits(0x3f7f_ffff) => f32::from_bits(0x39b5_04f3), "sqrt(2^-23) (1 + 2^-24 / 12)",
            f32::from_bits(0x3f80_0001) => f32::NAN, "beyond 1 there is none",
            f32::from_bits(1) => core::f32::consts::FRAC_PI_2, "a subnormal number turns nothing",
            f32::from_bits(0x3982_6222) => f32::from_bits(0x3fc9_07b5), "of all results the nearest to a tie",
            f32::NEG_INFINITY => f32::NAN, "an infinity is beyond 1",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        right = a.is_normal() && a.abs() < 1e-8,
        angle = a.abs() > 1e-7 && a.abs() <= 1.0,
        beyond = a.is_finite() && a.abs() > 1.0,
    ],
    /// The angle in radians, from 0 to pi, with this cosine, rounded to the nearest.
    pub fn acos(a: f32) -> f32 {
        core_math::acosf(a)
    }
}
