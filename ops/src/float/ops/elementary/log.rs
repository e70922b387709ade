use super::exp;
use crate::float::ops::binary32::{add, mul};
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::log,
        laws(
            // Negative numbers have no logarithm, and NaN is unordered.
            Not(Monotone, witness = (-1.0, 1.0)),
            Not(InverseOf(exp), witness = (-1.0)),
            Not(Homomorphism(mul, add), witness = (1e30, 1e30)),
        ),
        boundaries(
            f32::from_bits(0x65d8_90d3),
            f32::from_bits(0x3f80_0001),
            f32::from_bits(0x3f7f_ffff),
            f32::MAX,
            f32::from_bits(1),
        ),
        table(
            1.0 => 0.0, "the only exact logarithm, +0",
            2.0 => core::f32::consts::LN_2, "ln 2",
            10.0 => core::f32::consts::LN_10, "ln 10",
            0.5 => -core::f32::consts::LN_2, "-ln 2",
            core::f32::consts::E => f32::from_bits(0x3f7f_ffff),
                "the number below e: 1 - 3.04e-8, beyond the tie at 2.98e-8",
            f32::from_bits(0x3f80_0001) => f32::from_bits(0x33ff_ffff),
                "ln(1 + u) = u - u^2/2 + .. with u = 2^-23: one unit of 2^-47 less",
            f32::from_bits(0x3f7f_ffff) => f32::from_bits(0xb380_0000),
                "ln(1 - v) = -v - v^2/2 - .. with v = 2^-24: a quarter of a unit more",
            f32::from_bits(1) => f32::from_bits(0xc2ce_8ed0), "-149 ln 2: subnormal numbers live",
            f32::MAX => f32::from_bits(0x42b1_7218), "128 ln 2, nearly",
            f32::from_bits(0x65d8_90d3) => f32::from_bits(0x4254_d1f9), "of all results the nearest to a tie",
            0.0 => f32::NEG_INFINITY, "the limit at zero",
            -0.0 => f32::NEG_INFINITY, "whichever the sign",
            -1.0 => f32::NAN, "negative numbers have none",
            f32::from_bits(0x8000_0001) => f32::NAN, "not even the subnormal ones",
            f32::NEG_INFINITY => f32::NAN, "nor has negative infinity",
            f32::INFINITY => f32::INFINITY, "the limit above",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        negative = a < 0.0,
        near_one = a != 1.0 && (a - 1.0).abs() < 1e-5,
        below_one = a > 0.0 && a < 1.0,
    ],
    /// Natural logarithm, rounded to the nearest.
    pub fn log(a: f32) -> f32 {
        core_math::logf(a)
    }
}
