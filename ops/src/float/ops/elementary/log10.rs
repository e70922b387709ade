use super::exp10;
use crate::float::ops::binary32::{add, mul};
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::log10,
        laws(
            // Negative numbers have no logarithm, and NaN is unordered.
            Not(Monotone, witness = (-1.0, 1.0)),
            Not(InverseOf(exp10), witness = (-1.0)),
            Not(Homomorphism(mul, add), witness = (1e30, 1e30)),
        ),
        boundaries(
            f32::from_bits(0x62a6_c1dd),
            f32::from_bits(0x3f80_0001),
            f32::from_bits(0x3f7f_ffff),
            f32::MAX,
            f32::from_bits(1),
            1e10,
        ),
        table(
            1.0 => 0.0, "10^0, +0",
            10.0 => 1.0, "powers of ten have exact logarithms",
            1e10 => 10.0, "up to 10^10",
            1e11 => 11.0, "which is no number: the nearest one is too near to tell",
            0.1 => -1.0, "nor is 0.1: 1.5e-9 above it",
            2.0 => core::f32::consts::LOG10_2, "lg 2",
            core::f32::consts::E => f32::from_bits(0x3ede_5bd8),
                "1 / ln 10 = 0x3ede5bd9, and the number for e is 3e-8 too small",
            f32::from_bits(1) => f32::from_bits(0xc233_69f4), "-149 lg 2: subnormal numbers live",
            f32::MAX => f32::from_bits(0x421a_209b), "128 lg 2, nearly",
            f32::from_bits(0x3f80_0001) => f32::from_bits(0x335e_5bd8), "2^-23 (1 - 2^-24) / ln 10",
            f32::from_bits(0x3f7f_ffff) => f32::from_bits(0xb2de_5bd9), "-2^-24 (1 + 2^-25) / ln 10",
            f32::from_bits(0x62a6_c1dd) => f32::from_bits(0x41a9_7eec), "of all results the nearest to a tie",
            0.0 => f32::NEG_INFINITY, "the limit at zero",
            -0.0 => f32::NEG_INFINITY, "whichever the sign",
            -10.0 => f32::NAN, "negative numbers have none",
            f32::from_bits(0x8000_0001) => f32::NAN, "not even the subnormal ones",
            f32::INFINITY => f32::INFINITY, "the limit above",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        negative = a < 0.0,
        near_one = a != 1.0 && (a - 1.0).abs() < 1e-5,
        below_one = a > 0.0 && a < 1.0,
    ],
    /// Logarithm to base 10, rounded to the nearest.
    pub fn log10(a: f32) -> f32 {
        core_math::log10f(a)
    }
}
