macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::add;
        use crate::float::soft::$format as soft;
        use half::$T;

        with_pairs! {
            (a, b),
            [
                lower = soft::mul,
                $($native)*
                laws(
                    Commutative,
                    Identity($T::ONE),
                    Not(Associative, witness = ($T::MAX, $T::from_f32(2.0), $T::from_f32(0.5))),
                    Not(DistributiveOver(add), witness = ($T::MAX, $T::MAX, $T::MIN)),
                    // The sign of a zero product depends on the other operand, and zero times infinity is NaN.
                    Not(Absorbing($T::ZERO), witness = ($T::NEG_ONE)),
                    // A product may underflow.
                    ZeroProduct(false, witness = ($T::MIN_POSITIVE, $T::MIN_POSITIVE)),
                ),
                boundaries(
                    ($T::MAX, $T::from_f32(2.0)),
                    ($T::MIN_POSITIVE, $T::from_f32(0.5)),
                    ($T::MIN_POSITIVE, $T::MIN_POSITIVE),
                ),
                table(
                    ($T::ZERO, $T::NEG_ONE) => $T::NEG_ZERO, "the signs decide the sign of zero",
                    ($T::NEG_ZERO, $T::NEG_ZERO) => $T::ZERO, "two negative signs make a positive one",
                    ($T::INFINITY, $T::ZERO) => $T::NAN, "infinity and zero have no product",
                    ($T::INFINITY, $T::NEG_ONE) => $T::NEG_INFINITY, "infinity keeps the sign rule",
                    ($T::MAX, $T::from_f32(2.0)) => $T::INFINITY, "overflow",
                    ($T::from_bits(1), $T::from_f32(0.5)) => $T::ZERO,
                        "half of the least subnormal number is a tie, and 0 is even",
                    ($T::from_bits(3), $T::from_f32(0.5)) => $T::from_bits(2), "1.5 units is a tie, and 2 is even",
                    ($T::from_bits(1), $T::from_f32(0.5 + $T::EPSILON.to_f32() / 2.0)) => $T::from_bits(1),
                        "just above half a unit: the sticky bit decides",
                    ($T::from_bits($T::ONE.to_bits() + 1), $T::from_bits($T::ONE.to_bits() + 1))
                        => $T::from_bits($T::ONE.to_bits() + 2),
                        "(1 + u)^2 = 1 + 2u + u^2, and u^2 is far below half a unit",
                    ($T::from_bits($T::INFINITY.to_bits() + 1), $T::ZERO) => $T::NAN,
                        "a signalling NaN gives the canonical one",
                ),
            ],
            [
                overflow = a.is_finite() && b.is_finite() && (a * b).is_infinite(),
                underflow = a != $T::ZERO && b != $T::ZERO && a * b == $T::ZERO,
            ],
            /// Product, rounded once to the nearest, ties to even.
            pub fn mul(a: $T, b: $T) -> $T {
                a * b
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_mul(a: u32, b: u32) -> u32 {
    return native_bits(native_number(a) * native_number(b));
}",
    mul_corrected
);
