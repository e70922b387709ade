use crate::float::ops::binary32::neg;
use crate::float::soft::approximate as soft;

with_kinds! {
    a,
    [
        lower = soft::sin,
        ulps = 1,
        laws(
            Odd(neg),
            Not(Monotone, witness = (2.0, 3.0)),
            Not(Idempotent, witness = (1.0)),
        ),
        boundaries(
            core::f32::consts::PI,
            core::f32::consts::FRAC_PI_2,
            f32::from_bits(0x397f_ffff),
            f32::from_bits(0x3980_0000),
            f32::MAX,
        ),
        table(
            0.0 => 0.0, "the only exact sine",
            -0.0 => -0.0, "odd: a zero keeps its sign",
            core::f32::consts::FRAC_PI_2 => 1.0, "the greatest sine",
            core::f32::consts::PI => f32::from_bits(0xb3bb_bd2e),
                "the number for pi is 8.742278e-8 too great: all bits cancel",
            f32::MAX => f32::from_bits(0xbf05_99b3), "reduced by a multiple of pi with 150 bits",
            f32::from_bits(0x8000_0001) => f32::from_bits(0x8000_0001), "subnormal numbers live",
            f32::INFINITY => f32::NAN, "an infinity has none",
            f32::NAN => f32::NAN, "nor has NaN",
        ),
    ],
    [
        itself = a.is_normal() && a.abs() < 2e-4,
        first_turn = a.abs() > 4e-4 && a.abs() < core::f32::consts::TAU,
        many_turns = a.is_finite() && a.abs() > 1e5,
    ],
    /// The sine of an angle in radians, within 1 ulp.
    pub fn sin_approx(a: f32) -> f32 {
        core_math::sinf(a)
    }
}
