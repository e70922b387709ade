macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::min;
        use crate::float::soft::$format as soft;
        use half::$T;

        with_pairs! {
            (a, b),
            [
                lower = soft::max,
                $($native)*
                laws(
                    Commutative,
                    Associative,
                    Idempotent,
                    // NaN is ignored if the other operand is a number.
                    Identity($T::NAN),
                    Absorbing($T::INFINITY),
                    LeftMonotone,
                    // A NaN is lost: max(NaN, min(NaN, 1)) = 1.
                    Not(LatticeAbsorption(min), witness = ($T::NAN, $T::ONE)),
                    Not(Identity($T::NEG_INFINITY), witness = ($T::NAN)),
                ),
                boundaries(
                    ($T::ZERO, $T::NEG_ZERO),
                    ($T::NEG_ZERO, $T::ZERO),
                    ($T::from_bits($T::INFINITY.to_bits() + 1), $T::ONE),
                ),
                table(
                    ($T::ZERO, $T::NEG_ZERO) => $T::ZERO, "-0 is below +0",
                    ($T::NEG_ZERO, $T::ZERO) => $T::ZERO, "on either side",
                    ($T::NAN, $T::ONE) => $T::ONE, "a quiet NaN is ignored",
                    ($T::ONE, $T::from_bits($T::INFINITY.to_bits() + 1)) => $T::ONE, "so is a signalling one",
                    ($T::from_bits(0xffff), $T::from_bits(0x7fff)) => $T::NAN,
                        "of two NaNs the canonical one is left",
                    ($T::ONE, $T::from_f32(2.0)) => $T::from_f32(2.0), "the greater of two numbers",
                    ($T::from_bits(1), $T::ZERO) => $T::from_bits(1), "a subnormal number is no zero",
                    ($T::NEG_INFINITY, $T::MIN) => $T::MIN, "infinities take part in the order",
                ),
            ],
            [
                zeros_of_both_signs = a == b && a.to_bits() != b.to_bits(),
                left = a > b,
                right = b > a,
            ],
            /// The greater operand: IEEE 754-2019 `maximumNumber`, with -0 below +0.
            pub fn max(a: $T, b: $T) -> $T {
                if b.is_nan() {
                    a
                } else if a.is_nan() || b > a || (a == b && !a.is_sign_positive()) {
                    b
                } else {
                    a
                }
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_max(a: u32, b: u32) -> u32 {
    let x = native_number(a);
    let y = native_number(b);
    if native_is_nan(a) {
        return select(b, 0x7e00u, native_is_nan(b));
    }
    if native_is_nan(b) || x > y {
        return a;
    }
    // Of equal numbers only zeros differ, by the sign.
    return select(b, a & b, x == y);
}",
    max_corrected
);
