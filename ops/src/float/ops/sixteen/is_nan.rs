macro_rules! op {
    ($T:ident, $format:ident, []) => {
        use crate::float::ops::$format::neg;
        use crate::float::soft::$format as soft;
        use half::$T;

        with_kinds! {
            a,
            [
                lower = soft::is_nan,
                laws(Even(neg)),
                boundaries($T::MAX, $T::from_bits($T::INFINITY.to_bits() + 1), $T::from_bits(0xffff)),
                table(
                    $T::INFINITY => false, "infinity",
                    $T::NEG_INFINITY => false, "and the negative one",
                    $T::from_bits($T::INFINITY.to_bits() + 1) => true,
                        "the least signalling NaN is one above infinity",
                    $T::from_bits(0xffff) => true, "a quiet NaN with a sign",
                    $T::MAX => false, "the greatest finite number",
                    $T::ZERO => false, "a zero",
                ),
            ],
            [],
            /// True if the operand is a NaN, quiet or signalling.
            pub fn is_nan(a: $T) -> bool {
                a.is_nan()
            }
        }
    };
}
in_both_formats!(op);
