use crate::float::ops::binary32::neg;
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::sin,
        laws(
            Odd(neg),
            Not(Monotone, witness = (2.0, 3.0)),
            Not(Idempotent, witness = (1.0)),
            // An infinity has no sine, and NaN is unordered.
            Not(Bounded(-1.0, 1.0), witness = (f32::INFINITY)),
        ),
        boundaries(
            f32::from_bits(0x7324_3f06),
            f32::from_bits(0x39e8_9768),
            f32::from_bits(0x39e8_9769),
            core::f32::consts::PI,
            core::f32::consts::FRAC_PI_2,
            f32::MAX,
        ),
        table(
            0.0 => 0.0, "the only exact sine",
            -0.0 => -0.0, "odd: a zero keeps its sign",
            core::f32::consts::FRAC_PI_6 => 0.5, "1.3e-8 too much, below half a unit",
            core::f32::consts::FRAC_PI_2 => 1.0, "the greatest sine",
            core::f32::consts::PI => f32::from_bits(0xb3bb_bd2e),
                "the number for pi is 8.742278e-8 too great: all bits cancel",
            f32::from_bits(0x39e8_9768) => f32::from_bits(0x39e8_9768),
                "a^3 / 6 is below half a unit up to here",
            f32::from_bits(0x39e8_9769) => f32::from_bits(0x39e8_9768), "and above it from here on",
            f32::MIN_POSITIVE => f32::MIN_POSITIVE, "the cube is far below the last place",
            f32::from_bits(0x8000_0001) => f32::from_bits(0x8000_0001), "subnormal numbers live",
            f32::MAX => f32::from_bits(0xbf05_99b3), "reduced by a multiple of pi with 150 bits",
            f32::from_bits(0x7324_3f06) => f32::from_bits(0x3e94_3a84), "of all results the nearest to a tie",
            f32::INFINITY => f32::NAN, "an infinity has none",
            f32::NEG_INFINITY => f32::NAN, "of either sign",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        itself = a.is_normal() && a.abs() < 4e-4,
        first_turn = a.abs() > 4e-4 && a.abs() < core::f32::consts::TAU,
        many_turns = a.is_finite() && a.abs() > 1e5,
    ],
    /// Sine of an angle in radians, rounded to the nearest.
    pub fn sin(a: f32) -> f32 {
        core_math::sinf(a)
    }
}
