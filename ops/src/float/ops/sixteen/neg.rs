macro_rules! op {
    ($T:ident, $format:ident, [$($native:tt)*]) => {
        use crate::float::soft::$format as soft;
        use half::$T;

        with_kinds! {
            a,
            [
                lower = soft::neg,
                $($native)*
                nan = exact,
                laws(
                    Involution,
                    Antitone,
                    Not(Monotone, witness = ($T::ZERO, $T::ONE)),
                    Not(Idempotent, witness = ($T::ONE)),
                ),
                table(
                    $T::ZERO => $T::NEG_ZERO, "zero has two signs",
                    $T::INFINITY => $T::NEG_INFINITY, "so has infinity",
                    $T::from_bits($T::INFINITY.to_bits() + 1) => $T::from_bits($T::NEG_INFINITY.to_bits() + 1),
                        "a signalling NaN keeps its bits",
                    $T::from_bits(0xffff) => $T::from_bits(0x7fff), "and a quiet one",
                    $T::from_bits(1) => $T::from_bits(0x8001), "no subnormal number is flushed",
                ),
            ],
            [],
            /// The operand with the sign bit flipped, also for NaN: no other bit changes.
            pub fn neg(a: $T) -> $T {
                -a
            }
        }
    };
}
in_both_formats!(
    op,
    "
fn native_neg(a: u32) -> u32 {
    if native_is_nan(a) {
        return a ^ 0x8000u;
    }
    return native_bits(-native_number(a));
}",
    neg_corrected
);
