use super::neg;
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::abs,
        native(
            wgsl = "
fn native_abs(a: u32) -> u32 {
    return bitcast<u32>(abs(bitcast<f32>(a)));
}",
            correct = soft::abs_corrected,
        ),
        nan = exact,
        laws(
            Idempotent,
            Even(neg),
            Not(Odd(neg), witness = (1.0)),
            Not(Monotone, witness = (-1.0, 0.0)),
        ),
        table(
            -0.0 => 0.0, "zero has two signs",
            f32::NEG_INFINITY => f32::INFINITY, "so has infinity",
            f32::from_bits(0xff80_0001) => f32::from_bits(0x7f80_0001),
                "of a signalling NaN the sign alone is cleared",
            f32::from_bits(0x8000_0001) => f32::from_bits(1), "no subnormal number is flushed",
        ),
    ],
    [negative = a < 0.0],
    /// The operand with a clear sign bit, also for NaN: no other bit changes.
    pub fn abs(a: f32) -> f32 {
        a.abs()
    }
}
