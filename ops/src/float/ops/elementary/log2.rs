use super::exp2;
use crate::float::ops::binary32::{add, mul};
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::log2,
        laws(
            // Negative numbers have no logarithm, and NaN is unordered.
            Not(Monotone, witness = (-1.0, 1.0)),
            Not(InverseOf(exp2), witness = (-1.0)),
            Not(Homomorphism(mul, add), witness = (1e30, 1e30)),
        ),
        boundaries(
            f32::from_bits(0x4020_7ab9),
            f32::from_bits(0x3f80_0001),
            f32::from_bits(0x3f7f_ffff),
            f32::MAX,
            f32::from_bits(1),
        ),
        table(
            1.0 => 0.0, "2^0, +0",
            8.0 => 3.0, "powers of two have exact logarithms",
            0.125 => -3.0, "of either sign",
            f32::from_bits(1) => -149.0, "the least number",
            f32::MIN_POSITIVE => -126.0, "the least normal number",
            f32::MAX => 128.0, "2^-24 / ln 2 below 128 is far below half a unit",
            f32::from_bits(0x007f_ffff) => -126.0, "so is 2^-23 / ln 2 at -126",
            10.0 => core::f32::consts::LOG2_10, "the reciprocal of lg 2",
            core::f32::consts::E => core::f32::consts::LOG2_E, "the reciprocal of ln 2, nearly",
            f32::from_bits(0x3f80_0001) => f32::from_bits(0x3438_aa3a), "2^-23 (1 - 2^-24) / ln 2",
            f32::from_bits(0x3f7f_ffff) => f32::from_bits(0xb3b8_aa3c), "-2^-24 (1 + 2^-25) / ln 2",
            f32::from_bits(0x4020_7ab9) => f32::from_bits(0x3fa9_c25e), "of all results the nearest to a tie",
            0.0 => f32::NEG_INFINITY, "the limit at zero",
            -0.0 => f32::NEG_INFINITY, "whichever the sign",
            -2.0 => f32::NAN, "negative numbers have none",
            f32::from_bits(0x8000_0001) => f32::NAN, "not even the subnormal ones",
            f32::INFINITY => f32::INFINITY, "the limit above",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        negative = a < 0.0,
        near_one = a != 1.0 && (a - 1.0).abs() < 1e-5,
        power_of_two = a.is_normal() && a > 0.0 && a.to_bits() & 0x007f_ffff == 0,
    ],
    /// Logarithm to base 2, rounded to the nearest.
    pub fn log2(a: f32) -> f32 {
        core_math::log2f(a)
    }
}
