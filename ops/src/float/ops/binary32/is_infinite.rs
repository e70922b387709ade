use super::neg;
use crate::float::soft::binary32 as soft;

with_kinds! {
    a,
    [
        lower = soft::is_infinite,
        laws(Even(neg)),
        boundaries(f32::MAX, f32::from_bits(0x7f80_0001), f32::from_bits(0xffff_ffff)),
        table(
            f32::INFINITY => true, "infinity",
            f32::NEG_INFINITY => true, "and the negative one",
            f32::from_bits(0x7f80_0001) => false, "the least signalling NaN is one above infinity",
            f32::from_bits(0xffc0_0000) => false, "a quiet NaN with a sign",
            f32::MAX => false, "the greatest finite number",
            0.0 => false, "a zero",
        ),
    ],
    [],
    /// True if the operand is an infinity, of either sign.
    pub fn is_infinite(a: f32) -> bool {
        a.is_infinite()
    }
}
