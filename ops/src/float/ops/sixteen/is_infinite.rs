macro_rules! op {
    ($T:ident, $format:ident, []) => {
        use crate::float::ops::$format::neg;
        use crate::float::soft::$format as soft;
        use half::$T;

        with_kinds! {
            a,
            [
                lower = soft::is_infinite,
                laws(Even(neg)),
                boundaries($T::MAX, $T::from_bits($T::INFINITY.to_bits() + 1), $T::NEG_INFINITY),
                table(
                    $T::INFINITY => true, "infinity",
                    $T::NEG_INFINITY => true, "and the negative one",
                    $T::from_bits($T::INFINITY.to_bits() + 1) => false, "a NaN is one above it",
                    $T::MAX => false, "the greatest finite number is one below",
                    $T::NAN => false, "the canonical NaN",
                    $T::ZERO => false, "a zero",
                ),
            ],
            [],
            /// True if the operand is an infinity, of either sign.
            pub fn is_infinite(a: $T) -> bool {
                a.is_infinite()
            }
        }
    };
}
in_both_formats!(op);
