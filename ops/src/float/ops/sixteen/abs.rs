macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::ops::$format::neg;
        use crate::float::soft::$format as soft;
        use half::$T;

        with_kinds! {
            a,
            [
                lower = soft::abs,
                $($native)*
                nan = exact,
                laws(
                    Idempotent,
                    Even(neg),
                    Not(Odd(neg), witness = ($T::ONE)),
                    Not(Monotone, witness = ($T::NEG_ONE, $T::ZERO)),
                ),
                table(
                    $T::NEG_ZERO => $T::ZERO, "zero has two signs",
                    $T::NEG_INFINITY => $T::INFINITY, "so has infinity",
                    $T::from_bits($T::NEG_INFINITY.to_bits() + 1) => $T::from_bits($T::INFINITY.to_bits() + 1),
                        "of a signalling NaN the sign alone is cleared",
                    $T::from_bits(0x8001) => $T::from_bits(1), "no subnormal number is flushed",
                ),
            ],
            [negative = a < $T::ZERO],
            /// The operand with a clear sign bit, also for NaN: no other bit changes.
            pub fn abs(a: $T) -> $T {
                a.copysign($T::ONE)
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_abs(a: u32) -> u32 {
    if native_is_nan(a) {
        return a & 0x7fffu;
    }
    return native_bits(abs(native_number(a)));
}",
    abs_corrected
);
