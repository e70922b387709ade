macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::neg;
        use crate::float::soft::$format as soft;
        use half::$T;

        to_integral! {
            $T,
            soft::floor,
            [$($native)*],
            laws(Idempotent, Monotone, Not(Odd(neg), witness = ($T::from_f32(0.5)))),
            halves: [0.0, -1.0],
            three_halves: [1.0, -2.0],
            last: 0.0,
            /// The greatest integral number that is at most the operand.
            pub fn floor(a) {
                $T::from_f32(a.to_f32().floor())
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_floor(a: u32) -> u32 {
    return native_bits(floor(native_number(a)));
}",
    floor_corrected
);
