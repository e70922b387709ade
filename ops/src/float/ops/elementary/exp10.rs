use super::log10;
use crate::float::ops::binary32::{add, mul, neg};
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::exp10,
        laws(
            // Rounding is monotone.
            Monotone,
            Not(Even(neg), witness = (1.0)),
            // An underflowed result loses the operand.
            Not(InverseOf(log10), witness = (-100.0)),
            Not(Homomorphism(add, mul), witness = (50.0, -50.0)),
        ),
        boundaries(
            f32::from_bits(0xbac4_c65c),
            f32::from_bits(0x421a_209a),
            f32::from_bits(0x421a_209b),
            f32::from_bits(0xc234_9e35),
            f32::from_bits(0xc234_9e36),
            10.0,
            11.0,
        ),
        table(
            0.0 => 1.0, "10^0",
            -0.0 => 1.0, "whichever the sign",
            10.0 => 1e10, "2^10 5^10, and 5^10 has 24 bits: the last exact power",
            11.0 => 1e11, "5^11 has 26 bits: the nearest number, as of the literal",
            -1.0 => 0.1, "no power below 1 is exact",
            38.0 => 1e38, "the last one of an integer that does not overflow",
            f32::from_bits(0x421a_209a) => f32::from_bits(0x7f7f_ffb3),
                "lg 2^128 = 38.53183945: the last number before it",
            f32::from_bits(0x421a_209b) => f32::INFINITY, "the first number beyond overflows",
            -45.0 => f32::from_bits(1), "0.71 of the least number",
            f32::from_bits(0xc234_9e35) => f32::from_bits(1),
                "lg 2^-150 = -45.15449935: just above it, more than half of the least number",
            f32::from_bits(0xc234_9e36) => 0.0, "just below it, less than half",
            f32::from_bits(0xbac4_c65c) => f32::from_bits(0x3f7f_1dd8), "of all results the nearest to a tie",
            f32::from_bits(1) => 1.0, "a subnormal exponent moves nothing",
            f32::NEG_INFINITY => 0.0, "the limit below",
            f32::INFINITY => f32::INFINITY, "the limit above",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        overflow = a.is_finite() && a > 38.53184,
        subnormal_result = a < -37.92978 && a > -45.1545,
        underflow = a.is_finite() && a < -45.1545,
        near_one = a != 0.0 && a.abs() < 1e-8,
    ],
    /// 10 to the power of the operand, rounded to the nearest.
    pub fn exp10(a: f32) -> f32 {
        core_math::exp10f(a)
    }
}
