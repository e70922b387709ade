use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::rsqrt,
        laws(
            Not(Monotone, witness = (1.0, 4.0)),
            // Negative numbers have no root, and NaN is unordered.
            Not(Antitone, witness = (-1.0, 1.0)),
            Not(Idempotent, witness = (4.0)),
            Not(Involution, witness = (2.0)),
        ),
        boundaries(
            f32::from_bits(0x3f7f_ffff),
            f32::from_bits(0x3f80_0001),
            f32::from_bits(0x3fff_ffff),
            f32::from_bits(0x4000_0001),
            f32::MIN_POSITIVE,
            f32::MAX,
        ),
        table(
            4.0 => 0.5, "the root of 4 is 2",
            0.25 => 2.0, "and of a quarter a half",
            2.0 => f32::from_bits(0x3f35_04f3), "half of the root of 2: 0.101101010000010011110011|0011.. in binary",
            0.0 => f32::INFINITY, "a zero has the infinity of its sign" from "IEEE 754-2019, section 9.2.1, rSqrt",
            -0.0 => f32::NEG_INFINITY, "whose root is -0" from "IEEE 754-2019, section 9.2.1, rSqrt",
            -1.0 => f32::NAN, "negative numbers have no root" from "IEEE 754-2019, table 9.1, rSqrt",
            f32::from_bits(0x8000_0001) => f32::NAN, "not even the subnormal ones",
            f32::INFINITY => 0.0, "infinity has +0" from "IEEE 754-2019, section 9.2.1, rSqrt",
            f32::NEG_INFINITY => f32::NAN, "negative infinity has none",
            f32::from_bits(1) => f32::from_bits(0x64b5_04f3), "2^-149 has 2^74.5, the greatest result",
            f32::MAX => f32::from_bits(0x1f80_0000), "2^128 * (1 - 2^-24) has 2^-64 * (1 + 2^-25 + ..), the least",
            f32::MIN_POSITIVE => f32::from_bits(0x5f00_0000), "2^-126 has 2^63",
            f32::from_bits(0x3f7f_ffff) => 1.0, "1 - 2^-24 has 1 + 2^-25 + .., below half a unit",
            f32::from_bits(0x3f7f_fffe) => f32::from_bits(0x3f80_0001),
                "1 - 2^-23 has 1 + 2^-24 + 3 * 2^-49 + ..: the square lifts it over the tie",
            f32::from_bits(0x3f80_0001) => f32::from_bits(0x3f7f_ffff),
                "1 + 2^-23 has 1 - 2^-24 + 3 * 2^-49 - ..",
            f32::from_bits(0x7f80_0001) => f32::NAN, "a signalling NaN gives the canonical one",
        ),
    ],
    [negative = a < 0.0, odd_exponent = (2.0..4.0).contains(&a), even_exponent = (1.0..2.0).contains(&a)],
    /// The reciprocal of the square root, rounded once to the nearest.
    pub fn rsqrt(a: f32) -> f32 {
        core_math::rsqrtf(a)
    }
}
