macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::neg;
        use crate::float::soft::$format as soft;
        use half::$T;

        to_integral! {
            $T,
            soft::round_ties_even,
            [$($native)*],
            laws(Idempotent, Monotone, Odd(neg)),
            halves: [0.0, -0.0],
            three_halves: [2.0, -2.0],
            last: 1.0,
            /// The nearest integral number, ties to even.
            pub fn round(a) {
                $T::from_f32(a.to_f32().round_ties_even())
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_round(a: u32) -> u32 {
    return native_bits(round(native_number(a)));
}",
    round_corrected
);
