use super::log2;
use crate::float::ops::binary32::{add, mul, neg};
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::exp2,
        laws(
            // Rounding is monotone.
            Monotone,
            Not(Even(neg), witness = (1.0)),
            // An underflowed result loses the operand.
            Not(InverseOf(log2), witness = (-150.0)),
            Not(Homomorphism(add, mul), witness = (200.0, -200.0)),
        ),
        boundaries(
            f32::from_bits(0xb52d_1f9a),
            127.0,
            128.0,
            f32::from_bits(0x42ff_ffff),
            -149.0,
            -150.0,
            f32::from_bits(0xc315_ffff),
        ),
        table(
            0.0 => 1.0, "2^0",
            -0.0 => 1.0, "whichever the sign",
            10.0 => 1024.0, "integers have exact powers",
            -1.0 => 0.5, "of either sign",
            0.5 => core::f32::consts::SQRT_2, "the root of 2",
            127.0 => f32::from_bits(0x7f00_0000), "the greatest power of two",
            128.0 => f32::INFINITY, "one more overflows",
            f32::from_bits(0x42ff_ffff) => f32::from_bits(0x7f7f_ffa7),
                "2^128 less 2^-17 ln 2 of it: 88.7 of 2^24 parts",
            -126.0 => f32::MIN_POSITIVE, "the least normal number",
            f32::from_bits(0xc2fc_0001) => f32::from_bits(0x007f_ffd4),
                "less 2^-17 ln 2 of it: 44.4 of 2^23 parts",
            -149.0 => f32::from_bits(1), "the least number",
            -150.0 => 0.0, "half of it is a tie, and 0 is even",
            f32::from_bits(0xc315_ffff) => f32::from_bits(1), "just above the tie",
            f32::from_bits(0xb52d_1f9a) => f32::from_bits(0x3f7f_fff8), "of all results the nearest to a tie",
            f32::from_bits(1) => 1.0, "a subnormal exponent moves nothing",
            f32::NEG_INFINITY => 0.0, "the limit below",
            f32::INFINITY => f32::INFINITY, "the limit above",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [
        integer = a.is_normal() && a.fract() == 0.0 && a.abs() < 128.0,
        overflow = a.is_finite() && a >= 128.0,
        subnormal_result = a < -126.0 && a > -150.0,
        underflow = a.is_finite() && a <= -150.0,
        near_one = a != 0.0 && a.abs() < 1e-7,
    ],
    /// 2 to the power of the operand, rounded to the nearest.
    pub fn exp2(a: f32) -> f32 {
        core_math::exp2f(a)
    }
}
