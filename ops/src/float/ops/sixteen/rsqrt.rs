macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::soft::$format as soft;
        use half::$T;

        with_kinds! {
            a,
            [
                lower = soft::rsqrt,
                $($native)*
                laws(
                    Not(Monotone, witness = ($T::ONE, $T::MAX)),
                    // Negative numbers have no root, and NaN is unordered.
                    Not(Antitone, witness = ($T::NEG_ONE, $T::ONE)),
                    Not(Idempotent, witness = ($T::MAX)),
                    Not(Involution, witness = ($T::MAX)),
                ),
                boundaries($T::from_bits($T::ONE.to_bits() + 1), $T::from_bits($T::ONE.to_bits() - 1), $T::MAX),
                table(
                    $T::from_f32(4.0) => $T::from_f32(0.5), "the root of 4 is 2",
                    $T::from_f32(0.25) => $T::from_f32(2.0), "and of a quarter a half",
                    $T::from_f32(2.0) => $T::FRAC_1_SQRT_2, "half of the root of 2",
                    $T::ZERO => $T::INFINITY, "a zero has the infinity of its sign"
                        from "IEEE 754-2019, section 9.2.1, rSqrt",
                    $T::NEG_ZERO => $T::NEG_INFINITY, "whose root is -0" from "IEEE 754-2019, section 9.2.1, rSqrt",
                    $T::NEG_ONE => $T::NAN, "negative numbers have no root" from "IEEE 754-2019, table 9.1, rSqrt",
                    $T::from_bits(0x8001) => $T::NAN, "not even the subnormal ones",
                    $T::INFINITY => $T::ZERO, "infinity has +0" from "IEEE 754-2019, section 9.2.1, rSqrt",
                    $T::NEG_INFINITY => $T::NAN, "negative infinity has none",
                    $T::from_bits($T::ONE.to_bits() + 1) => $T::from_bits($T::ONE.to_bits() - 1),
                        "1 + u has 1 - u / 2 + 3 / 8 * u^2 - ..",
                    $T::from_bits($T::ONE.to_bits() - 1) => $T::ONE, "1 - u / 2 has 1 + u / 4 + .., below half a unit",
                    $T::from_bits($T::ONE.to_bits() - 2) => $T::from_bits($T::ONE.to_bits() + 1),
                        "1 - u has 1 + u / 2 + 3 / 8 * u^2 + ..: the square lifts it over the tie",
                    $T::from_bits($T::INFINITY.to_bits() + 1) => $T::NAN, "a signalling NaN gives the canonical one",
                ),
            ],
            [negative = a < $T::ZERO],
            /// The reciprocal of the square root, rounded once to the nearest.
            pub fn rsqrt(a: $T) -> $T {
                $T::from_f32(core_math::rsqrtf(a.to_f32()))
            }
        }
    };
}
in_both_formats!(op);
