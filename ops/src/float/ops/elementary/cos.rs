use crate::float::ops::binary32::neg;
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::cos,
        laws(
            Even(neg),
            Not(Monotone, witness = (1.0, 2.0)),
            Not(Antitone, witness = (-1.0, 0.0)),
            // An infinity has no cosine, and NaN is unordered.
            Not(Bounded(-1.0, 1.0), witness = (f32::INFINITY)),
        ),
        boundaries(
            f32::from_bits(0x6115_cb11),
            f32::from_bits(0x3980_0000),
            f32::from_bits(0x3980_0001),
            core::f32::consts::PI,
            core::f32::consts::FRAC_PI_2,
            f32::MAX,
        ),
        table(
            0.0 => 1.0, "the only exact cosine",
            -0.0 => 1.0, "even: the sign does not matter",
            core::f32::consts::PI => -1.0, "the least cosine",
            core::f32::consts::FRAC_PI_2 => f32::from_bits(0xb33b_bd2e),
                "the number for pi / 2 is 4.371139e-8 too great: all bits cancel",
            core::f32::consts::FRAC_PI_3 => f32::from_bits(0x3eff_ffff),
                "the number for pi / 3 is 2.91e-8 too great: 0.5 less 2.52e-8, nearer to the number below",
            f32::from_bits(0x3980_0000) => 1.0,
                "1 - 2^-25 + 2^-48 / 24: the fourth power keeps it above the tie",
            f32::from_bits(0x3980_0001) => f32::from_bits(0x3f7f_ffff), "the next one is below the tie",
            f32::from_bits(1) => 1.0, "a subnormal angle turns nothing",
            f32::MAX => f32::from_bits(0x3f5a_5f96), "reduced by a multiple of pi with 150 bits",
            f32::from_bits(0x6115_cb11) => f32::from_bits(0x3f78_142f), "of all results the nearest to a tie",
            f32::INFINITY => f32::NAN, "an infinity has none",
            f32::NEG_INFINITY => f32::NAN, "of either sign",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        one = a.is_normal() && a.abs() < 2e-4,
        first_turn = a.abs() > 3e-4 && a.abs() < core::f32::consts::TAU,
        many_turns = a.is_finite() && a.abs() > 1e5,
    ],
    /// Cosine of an angle in radians, rounded to the nearest.
    pub fn cos(a: f32) -> f32 {
        core_math::cosf(a)
    }
}
