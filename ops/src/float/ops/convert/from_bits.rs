use super::to_bits::{same, to_bits};
use vyre_conform_runtime::vyre_op;

/// The number with these bits; a NaN keeps all of them.
#[vyre_op(
    lower = same,
    nan = exact,
    laws(InverseOf(to_bits)),
    boundaries(0x7f80_0001, 0xffff_ffff, 0x8000_0000),
    classes(
        nan = a & 0x7fff_ffff > 0x7f80_0000,
        subnormal = a & 0x7f80_0000 == 0 && a << 1 != 0,
        other = a & 0x7f80_0000 != 0,
    ),
    table(
        0x3f80_0000 => 1.0, "sign, exponent 127, no fraction",
        0xff80_0001 => f32::from_bits(0xff80_0001), "a signalling NaN keeps every bit",
        0x8000_0000 => -0.0, "the sign alone",
    ),
)]
pub fn from_bits(a: u32) -> f32 {
    f32::from_bits(a)
}
