use super::tan;
use crate::float::ops::binary32::neg;
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::atan,
        laws(
            Odd(neg),
            Monotone,
            // pi / 2, rounded, is beyond the pole.
            Not(InverseOf(tan), witness = (f32::INFINITY)),
            // A NaN is unordered.
            Not(
                Bounded(-core::f32::consts::FRAC_PI_2, core::f32::consts::FRAC_PI_2),
                witness = (f32::NAN)
            ),
        ),
        boundaries(
            f32::from_bits(0x3d8d_6b23),
            f32::from_bits(0x39b8_9ba2),
            f32::from_bits(0x39b8_9ba3),
            f32::from_bits(0x4c70_0517),
            f32::from_bits(0x4c70_0518),
            1.0,
            f32::MAX,
        ),
        table(
            0.0 => 0.0, "the only exact angle",
            -0.0 => -0.0, "odd: a zero keeps its sign",
            1.0 => core::f32::consts::FRAC_PI_4, "half a right angle",
            f32::INFINITY => core::f32::consts::FRAC_PI_2, "the limit above",
            f32::NEG_INFINITY => -core::f32::consts::FRAC_PI_2, "the limit below",
            f32::MAX => core::f32::consts::FRAC_PI_2, "2.9e-39 below it",
            f32::from_bits(0x4c70_0518) => core::f32::consts::FRAC_PI_2,
                "1.589e-8 below a right angle, which itself lies 4.37e-8 below its number: just within half a unit",
            f32::from_bits(0x4c70_0517) => f32::from_bits(0x3fc9_0fda), "the number before it is not",
            f32::from_bits(0x39b8_9ba2) => f32::from_bits(0x39b8_9ba2),
                "a^3 / 3 is below half a unit up to here",
            f32::from_bits(0x39b8_9ba3) => f32::from_bits(0x39b8_9ba2), "and above it from here on",
            f32::from_bits(1) => f32::from_bits(1), "subnormal numbers live",
            f32::from_bits(0x3d8d_6b23) => f32::from_bits(0x3d8d_31c3), "of all results the nearest to a tie",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        itself = a.is_normal() && a.abs() < 3e-4,
        below_one = a.abs() > 4e-4 && a.abs() < 1.0,
        above_one = a.is_finite() && a.abs() > 1.0 && a.abs() < 6e7,
        right = a.is_finite() && a.abs() > 7e7,
    ],
    /// The angle in radians, from -pi / 2 to pi / 2, with this tangent, rounded to the nearest.
    pub fn atan(a: f32) -> f32 {
        core_math::atanf(a)
    }
}
