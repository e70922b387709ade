use super::atan;
use crate::float::ops::binary32::neg;
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::tan,
        laws(
            Odd(neg),
            Not(Monotone, witness = (1.0, 2.0)),
            // Only angles of the first half turn can be recovered.
            Not(InverseOf(atan), witness = (2.0)),
        ),
        boundaries(
            f32::from_bits(0x5ffd_33a4),
            f32::from_bits(0x39b8_9ba2),
            f32::from_bits(0x39b8_9ba3),
            core::f32::consts::FRAC_PI_2,
            core::f32::consts::FRAC_PI_4,
            f32::MAX,
        ),
        table(
            0.0 => 0.0, "the only exact tangent",
            -0.0 => -0.0, "odd: a zero keeps its sign",
            core::f32::consts::FRAC_PI_4 => 1.0, "4.4e-8 too much, below half a unit",
            core::f32::consts::FRAC_PI_2 => f32::from_bits(0xcbae_8a4a),
                "the number for pi / 2 is 4.371139e-8 too great: past the pole, -22877332.4",
            core::f32::consts::PI => f32::from_bits(0x33bb_bd2e),
                "the number for pi is 8.742278e-8 too great: all bits cancel",
            f32::from_bits(0x39b8_9ba2) => f32::from_bits(0x39b8_9ba2),
                "a^3 / 3 is below half a unit up to here",
            f32::from_bits(0x39b8_9ba3) => f32::from_bits(0x39b8_9ba4), "and above it from here on",
            f32::from_bits(0x8000_0001) => f32::from_bits(0x8000_0001), "subnormal numbers live",
            f32::MAX => f32::from_bits(0xbf1c_9eca), "reduced by a multiple of pi with 150 bits",
            f32::from_bits(0x5ffd_33a4) => f32::from_bits(0x3fd0_6c8c), "of all results the nearest to a tie",
            f32::INFINITY => f32::NAN, "an infinity has none",
            f32::NEG_INFINITY => f32::NAN, "of either sign",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        itself = a.is_normal() && a.abs() < 3e-4,
        first_turn = a.abs() > 4e-4 && a.abs() < core::f32::consts::TAU,
        many_turns = a.is_finite() && a.abs() > 1e5,
    ],
    /// Tangent of an angle in radians, rounded to the nearest.
    pub fn tan(a: f32) -> f32 {
        core_math::tanf(a)
    }
}
