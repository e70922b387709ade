use super::u64_to_u32;
use vyre_conform_runtime::vyre_op;

/// The same number in 64 bits: the high word is 0.
#[vyre_op(
    id = "u32::cast_u64",
    laws(
        InverseOf(u64_to_u32),
        Monotone,
        Bounded(0, 0xFFFF_FFFF),
        // True for bytes; for larger numbers the low word wraps and the 64-bit result carries.
        Not(Homomorphism(crate::arithmetic::add, crate::wide::add), witness = (u32::MAX, 1)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(top_clear = a < 0x8000_0000, top_set = a >= 0x8000_0000),
    table(
        (5) => 5, "the number stays",
        (0x8000_0000) => 0x8000_0000, "the highest bit is not copied upwards",
        (0xFFFF_FFFF) => 0xFFFF_FFFF, "the largest number fills the low word alone",
        (0x1234_5679) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
)]
pub const fn u32_to_u64(a: u32) -> u64 {
    a as u64
}
