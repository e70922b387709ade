macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::sub;
        use crate::float::soft::$format as soft;
        use half::$T;

        with_pairs! {
            (a, b),
            [
                lower = soft::add,
                $($native)*
                laws(
                    Commutative,
                    // Only -0 leaves zeros of both signs unchanged.
                    Identity($T::NEG_ZERO),
                    Not(Identity($T::ZERO), witness = ($T::NEG_ZERO)),
                    Not(Associative, witness = ($T::MAX, $T::MAX, $T::MIN)),
                    Not(InverseOf(sub), witness = ($T::EPSILON, $T::MAX)),
                    // Infinities of opposite signs have no sum, and NaN is unordered.
                    Not(LeftMonotone, witness = ($T::NEG_INFINITY, $T::ZERO, $T::INFINITY)),
                    ZeroProduct(false, witness = ($T::ONE, $T::NEG_ONE)),
                ),
                boundaries(
                    ($T::MAX, $T::MAX),
                    ($T::MAX_SUBNORMAL, $T::MIN_POSITIVE_SUBNORMAL),
                    ($T::ONE, $T::EPSILON),
                ),
                table(
                    ($T::ZERO, $T::NEG_ZERO) => $T::ZERO, "zeros of opposite signs add up to +0",
                    ($T::NEG_ZERO, $T::NEG_ZERO) => $T::NEG_ZERO, "like zeros keep their sign",
                    ($T::ONE, $T::NEG_ONE) => $T::ZERO, "an exact difference of zero is +0",
                    ($T::INFINITY, $T::NEG_INFINITY) => $T::NAN, "infinities of opposite signs have no sum",
                    ($T::from_bits($T::INFINITY.to_bits() + 1), $T::ONE) => $T::NAN,
                        "a signalling NaN gives the canonical one",
                    ($T::MAX, $T::MAX) => $T::INFINITY, "the sum is beyond the greatest finite number",
                    ($T::from_bits(1), $T::from_bits(1)) => $T::from_bits(2), "subnormal numbers live",
                    ($T::MAX_SUBNORMAL, $T::from_bits(1)) => $T::MIN_POSITIVE,
                        "from the subnormal numbers to the normal ones is one unit in the last place",
                    ($T::ONE, $T::from_f32($T::EPSILON.to_f32() / 2.0)) => $T::ONE,
                        "half a unit above 1 is a tie, and 1 is even",
                    ($T::from_bits($T::ONE.to_bits() + 1), $T::from_f32($T::EPSILON.to_f32() / 2.0))
                        => $T::from_bits($T::ONE.to_bits() + 2), "half a unit above an odd number rounds up",
                    ($T::ONE, $T::from_f32($T::EPSILON.to_f32() * 0.5625)) => $T::from_bits($T::ONE.to_bits() + 1),
                        "just above half way: the sticky bit decides",
                ),
            ],
            [
                overflow = a.is_finite() && b.is_finite() && (a + b).is_infinite(),
                cancellation = a == -b && a != $T::ZERO,
                absorbed = a + b == a && b != $T::ZERO && a.is_finite(),
            ],
            /// Sum, rounded once to the nearest, ties to even.
            pub fn add(a: $T, b: $T) -> $T {
                a + b
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_add(a: u32, b: u32) -> u32 {
    return native_bits(native_number(a) + native_number(b));
}",
    add_corrected
);
