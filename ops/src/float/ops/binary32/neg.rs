use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::neg,
        native(
            wgsl = "
fn native_neg(a: u32) -> u32 {
    return bitcast<u32>(-bitcast<f32>(a));
}",
            correct = soft::neg_corrected,
        ),
        nan = exact,
        laws(
            Involution,
            Antitone,
            Not(Monotone, witness = (0.0, 1.0)),
            Not(Idempotent, witness = (1.0)),
        ),
        table(
            0.0 => -0.0, "zero has two signs",
            f32::INFINITY => f32::NEG_INFINITY, "so has infinity",
            f32::from_bits(0x7f80_0001) => f32::from_bits(0xff80_0001), "a signalling NaN keeps its bits",
            f32::from_bits(0xffc0_0000) => f32::from_bits(0x7fc0_0000), "and a quiet one",
            f32::from_bits(1) => f32::from_bits(0x8000_0001), "no subnormal number is flushed",
        ),
    ],
    [],
    /// The operand with the sign bit flipped, also for NaN: no other bit changes.
    pub fn neg(a: f32) -> f32 {
        -a
    }
}
