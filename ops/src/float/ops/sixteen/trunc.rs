macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::neg;
        use crate::float::soft::$format as soft;
        use half::$T;

        to_integral! {
            $T,
            soft::trunc,
            [$($native)*],
            laws(Idempotent, Monotone, Odd(neg)),
            halves: [0.0, -0.0],
            three_halves: [1.0, -1.0],
            last: 0.0,
            /// The operand rounded to an integral number, towards zero.
            pub fn trunc(a) {
                $T::from_f32(a.to_f32().trunc())
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_trunc(a: u32) -> u32 {
    return native_bits(trunc(native_number(a)));
}",
    trunc_corrected
);
