macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::neg;
        use crate::float::soft::$format as soft;
        use half::$T;

        to_integral! {
            $T,
            soft::ceil,
            [$($native)*],
            laws(Idempotent, Monotone, Not(Odd(neg), witness = ($T::from_f32(0.5)))),
            halves: [1.0, -0.0],
            three_halves: [2.0, -1.0],
            last: 1.0,
            /// The least integral number that is at least the operand.
            pub fn ceil(a) {
                $T::from_f32(a.to_f32().ceil())
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_ceil(a: u32) -> u32 {
    return native_bits(ceil(native_number(a)));
}",
    ceil_corrected
);
