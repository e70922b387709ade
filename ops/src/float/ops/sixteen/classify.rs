macro_rules! op {
    ($T:ident, $format:ident, []) => {
        use crate::float::ops::$format::neg;
        use crate::float::soft::$format as soft;
        use core::num::FpCategory;
        use half::$T;

        with_kinds! {
            a,
            [
                lower = soft::class,
                laws(Even(neg)),
                boundaries($T::MAX, $T::from_bits($T::INFINITY.to_bits() + 1), $T::from_bits(0xffff)),
                table(
                    $T::NEG_ZERO => 0, "a zero of either sign is of the first class",
                    $T::from_bits(1) => 1, "the least subnormal number",
                    $T::MAX_SUBNORMAL => 1, "and the greatest one",
                    $T::MIN_POSITIVE => 2, "the least normal number is one above",
                    $T::MIN => 2, "the greatest magnitude, below zero",
                    $T::NEG_INFINITY => 3, "an infinity of either sign",
                    $T::from_bits($T::INFINITY.to_bits() + 1) => 4, "the least signalling NaN is one above infinity",
                    $T::from_bits(0xffff) => 4, "a quiet NaN with a sign",
                ),
            ],
            [],
            /// The class of the operand: 0 zero, 1 subnormal, 2 normal, 3 infinite, 4 NaN.
            pub fn classify(a: $T) -> u32 {
                match a.classify() {
                    FpCategory::Zero => 0,
                    FpCategory::Subnormal => 1,
                    FpCategory::Normal => 2,
                    FpCategory::Infinite => 3,
                    FpCategory::Nan => 4,
                }
            }
        }
    };
}
in_both_formats!(op);
