use crate::float::soft::approximate as soft;

with_kinds! {
    a,
    [
        lower = soft::rsqrt,
        ulps = 1,
        laws(
            Not(Monotone, witness = (1.0, 4.0)),
            Not(Idempotent, witness = (4.0)),
        ),
        boundaries(f32::from_bits(0x3f7f_ffff), f32::from_bits(0x3f80_0001), f32::MIN_POSITIVE, f32::MAX),
        table(
            4.0 => 0.5, "the root of 4 is 2",
            0.25 => 2.0, "and of a quarter a half",
            2.0 => f32::from_bits(0x3f35_04f3), "half of the root of 2",
            0.0 => f32::INFINITY, "zero has the infinity of its sign, as IEEE 754 recommends for rSqrt",
            -0.0 => f32::NEG_INFINITY, "whose root is -0",
            -1.0 => f32::NAN, "negative numbers have no root",
            f32::NEG_INFINITY => f32::NAN, "nor has negative infinity",
            f32::INFINITY => 0.0, "infinity has zero",
            f32::from_bits(1) => f32::from_bits(0x64b5_04f3), "2^-149 has 2^74.5",
            f32::NAN => f32::NAN, "NaN has none",
        ),
    ],
    [negative = a < 0.0, odd_exponent = (2.0..4.0).contains(&a), even_exponent = (1.0..2.0).contains(&a)],
    /// The reciprocal of the square root, within 1 ulp.
    pub fn rsqrt_approx(a: f32) -> f32 {
        core_math::rsqrtf(a)
    }
}
