macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::{eq, gt};
        use crate::float::soft::$format as soft;
        use half::$T;

        comparison! {
            $T,
            soft::lt,
            [$($native)*],
            laws(
                Antisymmetric,
                Transitive,
                // A NaN is unordered.
                Not(Trichotomous(eq, gt), witness = ($T::NAN, $T::NAN)),
                Not(Commutative, witness = ($T::ZERO, $T::ONE)),
            ),
            equal: false,
            less: true,
            greater: false,
            /// True if `a` is less than `b`; false where either is a NaN.
            pub fn lt(a, b) {
                a < b
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_lt(a: u32, b: u32) -> u32 {
    return u32(native_number(a) < native_number(b));
}",
    lt_corrected
);
