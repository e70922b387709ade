macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::soft::$format as soft;
        use half::$T;

        comparison! {
            $T,
            soft::le,
            [$($native)*],
            laws(
                Transitive,
                // The two zeros compare equal and are distinct values.
                Not(Antisymmetric, witness = ($T::ZERO, $T::NEG_ZERO)),
                Not(Commutative, witness = ($T::ZERO, $T::ONE)),
            ),
            equal: true,
            less: true,
            greater: false,
            /// True if `a` is at most `b`; false where either is a NaN.
            pub fn le(a, b) {
                a <= b
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_le(a: u32, b: u32) -> u32 {
    return u32(native_number(a) <= native_number(b));
}",
    le_corrected
);
