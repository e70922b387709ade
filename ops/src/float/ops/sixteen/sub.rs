macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::soft::$format as soft;
        use half::$T;

        with_pairs! {
            (a, b),
            [
                lower = soft::sub,
                $($native)*
                laws(
                    // Subtracting +0 leaves zeros of both signs unchanged; -0 - -0 is +0.
                    RightIdentity($T::ZERO),
                    Not(RightIdentity($T::NEG_ZERO), witness = ($T::NEG_ZERO)),
                    Not(LeftIdentity($T::ZERO), witness = ($T::ONE)),
                    Not(Commutative, witness = ($T::ZERO, $T::ONE)),
                    Not(Associative, witness = ($T::ONE, $T::ONE, $T::ONE)),
                    Not(SelfInverse($T::ZERO), witness = ($T::INFINITY)),
                ),
                boundaries(($T::MAX, $T::MIN), ($T::ONE, $T::from_bits($T::ONE.to_bits() - 1))),
                table(
                    ($T::ZERO, $T::ZERO) => $T::ZERO, "an exact difference of zero is +0",
                    ($T::NEG_ZERO, $T::ZERO) => $T::NEG_ZERO, "-0 and the negation of +0 are like zeros",
                    ($T::INFINITY, $T::INFINITY) => $T::NAN, "infinities of one sign have no difference",
                    ($T::MIN_POSITIVE, $T::from_bits(1)) => $T::MAX_SUBNORMAL,
                        "the difference of two normal numbers may be subnormal and is exact",
                    ($T::ONE, $T::from_f32($T::EPSILON.to_f32() / 4.0)) => $T::ONE,
                        "half a unit below 1 is a tie, and 1 is even",
                    ($T::ONE, $T::from_f32($T::EPSILON.to_f32() * 0.28125)) => $T::from_bits($T::ONE.to_bits() - 1),
                        "just beyond half way: the sticky bit decides",
                    ($T::MIN, $T::MAX) => $T::NEG_INFINITY, "overflow keeps the sign",
                    ($T::from_bits($T::INFINITY.to_bits() + 1), $T::INFINITY) => $T::NAN,
                        "a NaN stays one, made canonical",
                ),
            ],
            [
                overflow = a.is_finite() && b.is_finite() && (a - b).is_infinite(),
                cancellation = a == b && a != $T::ZERO,
                nearly_equal = a != b && a.is_normal() && a.to_bits().abs_diff(b.to_bits()) == 1,
            ],
            /// Difference, rounded once to the nearest, ties to even.
            pub fn sub(a: $T, b: $T) -> $T {
                a - b
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_sub(a: u32, b: u32) -> u32 {
    return native_bits(native_number(a) - native_number(b));
}",
    sub_corrected
);
