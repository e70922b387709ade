macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::soft::$format as soft;
        use half::$T;

        with_kinds! {
            a,
            [
                lower = soft::sqrt,
                $($native)*
                laws(
                    // Negative numbers have no root, and NaN is unordered.
                    Not(Monotone, witness = ($T::NEG_ONE, $T::ONE)),
                    Not(Idempotent, witness = ($T::MAX)),
                    Not(Involution, witness = ($T::MAX)),
                ),
                boundaries($T::from_bits($T::ONE.to_bits() + 1), $T::from_bits($T::ONE.to_bits() - 1), $T::MAX),
                table(
                    $T::from_f32(4.0) => $T::from_f32(2.0), "an exact root",
                    $T::from_f32(2.0) => $T::SQRT_2, "the root of 2",
                    $T::NEG_ZERO => $T::NEG_ZERO, "the root of -0 is -0",
                    $T::ZERO => $T::ZERO, "and of +0 +0",
                    $T::NEG_ONE => $T::NAN, "negative numbers have none",
                    $T::from_bits(0x8001) => $T::NAN, "not even the subnormal ones",
                    $T::INFINITY => $T::INFINITY, "infinity is its own",
                    $T::NEG_INFINITY => $T::NAN, "negative infinity has none",
                    $T::from_bits($T::ONE.to_bits() + 1) => $T::ONE,
                        "1 + u has the root 1 + u / 2 - .., below half a unit",
                    $T::from_bits($T::INFINITY.to_bits() + 1) => $T::NAN, "a signalling NaN gives the canonical one",
                ),
            ],
            [negative = a < $T::ZERO],
            /// Square root, rounded once to the nearest.
            pub fn sqrt(a: $T) -> $T {
                $T::from_f32(a.to_f32().sqrt())
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_sqrt(a: u32) -> u32 {
    return native_bits(sqrt(native_number(a)));
}",
    sqrt_corrected
);
