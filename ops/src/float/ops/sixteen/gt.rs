macro_rules! op {
    ($T:ident, $format:ident) => {
        use crate::float::ops::$format::{eq, lt};
        use crate::float::soft::$format as soft;
        use half::$T;

        comparison! {
            $T,
            soft::gt,
            laws(
                Antisymmetric,
                Transitive,
                // A NaN is in no order.
                Not(Trichotomous(eq, lt), witness = ($T::NAN, $T::NAN)),
                Not(Commutative, witness = ($T::ZERO, $T::ONE)),
            ),
            equal: false,
            less: false,
            greater: true,
            /// Whether `a` is greater than `b`; false where either is a NaN.
            pub fn gt(a, b) {
                a > b
            }
        }
    };
}
in_both_formats!(op);
