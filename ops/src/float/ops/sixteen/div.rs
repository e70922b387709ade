macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::mul;
        use crate::float::soft::$format as soft;
        use half::$T;

        with_pairs! {
            (a, b),
            [
                lower = soft::div,
                $($native)*
                laws(
                    RightIdentity($T::ONE),
                    Not(LeftIdentity($T::ONE), witness = ($T::MAX)),
                    Not(Commutative, witness = ($T::ONE, $T::MAX)),
                    Not(SelfInverse($T::ONE), witness = ($T::ZERO)),
                    Not(InverseOf(mul), witness = ($T::ONE, $T::ZERO)),
                    Not(LeftAbsorbing($T::ZERO), witness = ($T::NEG_ONE)),
                ),
                boundaries(
                    ($T::ONE, $T::ZERO),
                    ($T::ONE, $T::NEG_ZERO),
                    ($T::MAX, $T::from_f32(0.5)),
                    ($T::MIN_POSITIVE, $T::from_f32(2.0)),
                ),
                table(
                    ($T::ONE, $T::ZERO) => $T::INFINITY, "a number by +0 is infinite",
                    ($T::ONE, $T::NEG_ZERO) => $T::NEG_INFINITY, "the sign of zero counts",
                    ($T::ZERO, $T::ZERO) => $T::NAN, "0 / 0 is no number",
                    ($T::INFINITY, $T::INFINITY) => $T::NAN, "nor is infinity by infinity",
                    ($T::ONE, $T::NEG_INFINITY) => $T::NEG_ZERO, "a number by an infinity is zero, with the sign of both",
                    ($T::from_f32(6.0), $T::from_f32(3.0)) => $T::from_f32(2.0), "an exact quotient",
                    ($T::from_bits(1), $T::from_f32(2.0)) => $T::ZERO,
                        "half of the least subnormal number is a tie, and 0 is even",
                    ($T::from_bits(3), $T::from_f32(2.0)) => $T::from_bits(2), "1.5 units is a tie, and 2 is even",
                    ($T::MAX, $T::from_f32(0.5)) => $T::INFINITY, "overflow",
                    ($T::ONE, $T::from_bits($T::INFINITY.to_bits() + 1)) => $T::NAN,
                        "a signalling NaN gives the canonical one",
                ),
            ],
            [
                by_zero = b == $T::ZERO && a != $T::ZERO && a.is_finite(),
                overflow = a.is_finite() && b != $T::ZERO && (a / b).is_infinite(),
                underflow = a != $T::ZERO && b.is_finite() && a / b == $T::ZERO,
            ],
            /// Quotient, rounded once to the nearest, ties to even.
            pub fn div(a: $T, b: $T) -> $T {
                a / b
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_div(a: u32, b: u32) -> u32 {
    return native_bits(native_number(a) / native_number(b));
}",
    div_corrected
);
