use super::sin;
use crate::float::ops::binary32::neg;
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::asin,
        laws(
            Odd(neg),
            // Magnitudes above 1 have no angle, and NaN is unordered.
            Not(Monotone, witness = (0.0, 2.0)),
            Not(InverseOf(sin), witness = (2.0)),
        ),
        boundaries(
            f32::from_bits(0x3f08_3a1a),
            f32::from_bits(0x39e8_9767),
            f32::from_bits(0x39e8_9768),
            1.0,
            f32::from_bits(0x3f80_0001),
            f32::from_bits(0x3f7f_ffff),
            0.5,
        ),
        table(
            0.0 => 0.0, "the only exact angle",
            -0.0 => -0.0, "odd: a zero keeps its sign",
            1.0 => core::f32::consts::FRAC_PI_2, "a right angle",
            -1.0 => -core::f32::consts::FRAC_PI_2, "of either sign",
            0.5 => core::f32::consts::FRAC_PI_6, "a third of it",
            f32::from_bits(0x3f80_0001) => f32::NAN, "beyond 1 there is none",
            f32::from_bits(0x3f7f_ffff) => f32::from_bits(0x3fc9_048a),
                "pi / 2 less sqrt(2^-23): the slope is steep at the end",
            f32::from_bits(0x39e8_9767) => f32::from_bits(0x39e8_9767),
                "a^3 / 6 is below half a unit up to here",
            f32::from_bits(0x39e8_9768) => f32::from_bits(0x39e8_9769), "and above it from here on",
            f32::from_bits(1) => f32::from_bits(1), "subnormal numbers live",
            f32::from_bits(0x3f08_3a1a) => f32::from_bits(0x3f0f_a5b2), "of all results the nearest to a tie",
            f32::INFINITY => f32::NAN, "an infinity is beyond 1",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        itself = a.is_normal() && a.abs() < 4e-4,
        angle = a.abs() > 5e-4 && a.abs() <= 1.0,
        beyond = a.is_finite() && a.abs() > 1.0,
    ],
    /// The angle in radians, from -pi / 2 to pi / 2, with this sine, rounded to the nearest.
    pub fn asin(a: f32) -> f32 {
        core_math::asinf(a)
    }
}
