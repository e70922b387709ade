macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::soft::$format as soft;
        use half::$T;

        comparison! {
            $T,
            soft::ge,
            [$($native)*],
            laws(
                Transitive,
                // The two zeros compare equal and are distinct values.
                Not(Antisymmetric, witness = ($T::ZERO, $T::NEG_ZERO)),
                Not(Commutative, witness = ($T::ZERO, $T::ONE)),
            ),
            equal: true,
            less: false,
            greater: true,
            /// True if `a` is at least `b`; false where either is a NaN.
            pub fn ge(a, b) {
                a >= b
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_ge(a: u32, b: u32) -> u32 {
    return u32(native_number(a) >= native_number(b));
}",
    ge_corrected
);
