macro_rules! op {
    ($T:ident, $format:ident) => {
        use crate::float::soft::$format as soft;
        use half::$T;

        comparison! {
            $T,
            soft::eq,
            laws(
                Commutative,
                Transitive,
                // The zeros are equal and are two values.
                Not(Antisymmetric, witness = ($T::ZERO, $T::NEG_ZERO)),
            ),
            equal: true,
            less: false,
            greater: false,
            /// Whether `a` is equal to `b`; false where either is a NaN.
            pub fn eq(a, b) {
                a == b
            }
        }
    };
}
in_both_formats!(op);
