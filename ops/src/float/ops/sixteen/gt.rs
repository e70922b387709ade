macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::{eq, lt};
        use crate::float::soft::$format as soft;
        use half::$T;

        comparison! {
            $T,
            soft::gt,
            [$($native)*],
            laws(
                Antisymmetric,
                Transitive,
                // A NaN is unordered.
                Not(Trichotomous(eq, lt), witness = ($T::NAN, $T::NAN)),
                Not(Commutative, witness = ($T::ZERO, $T::ONE)),
            ),
            equal: false,
            less: false,
            greater: true,
            /// True if `a` is greater than `b`; false where either is a NaN.
            pub fn gt(a, b) {
                a > b
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_gt(a: u32, b: u32) -> u32 {
    return u32(native_number(a) > native_number(b));
}",
    gt_corrected
);
