macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::soft::$format as soft;
        use half::$T;

        comparison! {
            $T,
            soft::eq,
            [$($native)*],
            laws(
                Commutative,
                Transitive,
                // The two zeros compare equal and are distinct values.
                Not(Antisymmetric, witness = ($T::ZERO, $T::NEG_ZERO)),
            ),
            equal: true,
            less: false,
            greater: false,
            /// True if `a` is equal to `b`; false where either is a NaN.
            pub fn eq(a, b) {
                a == b
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_eq(a: u32, b: u32) -> u32 {
    return u32(native_number(a) == native_number(b));
}",
    eq_corrected
);
