use super::from_bits;
use vyre_conform_runtime::vyre_fn;

/// A float in a word is stored as its bits.
#[vyre_fn]
pub(super) const fn same(a: u32) -> u32 {
    a
}

with_kinds! {
    a,
    [
        lower = same,
        laws(InverseOf(from_bits)),
        table(
            1.0 => 0x3f80_0000, "sign, exponent 127, no fraction",
            -0.0 => 0x8000_0000, "the sign alone",
            f32::from_bits(0x7f80_0001) => 0x7f80_0001, "a signalling NaN keeps every bit",
            f32::from_bits(0x8000_0001) => 0x8000_0001, "and so does a subnormal number",
        ),
    ],
    [],
    /// The bits of the operand.
    pub fn to_bits(a: f32) -> u32 {
        a.to_bits()
    }
}
