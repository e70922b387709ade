macro_rules! op {
    ($T:ident, $format:ident) => {
        use crate::float::ops::$format::{eq, gt};
        use crate::float::soft::$format as soft;
        use half::$T;

        comparison! {
            $T,
            soft::lt,
            laws(
                Antisymmetric,
                Transitive,
                // A NaN is in no order.
                Not(Trichotomous(eq, gt), witness = ($T::NAN, $T::NAN)),
                Not(Commutative, witness = ($T::ZERO, $T::ONE)),
            ),
            equal: false,
            less: true,
            greater: false,
            /// Whether `a` is less than `b`; false where either is a NaN.
            pub fn lt(a, b) {
                a < b
            }
        }
    };
}
in_both_formats!(op);
