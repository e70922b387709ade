use super::u64_to_i32;
use vyre_conform_runtime::vyre_op;

/// The number in 64-bit two's complement: the sign fills the high word.
#[vyre_op(
    id = "i32::cast_u64",
    laws(
        InverseOf(u64_to_i32),
        // Negative numbers map above all others.
        Not(Monotone, witness = (-1, 0)),
        Not(Antitone, witness = (0, 1)),
        // True as long as nothing overflows.
        Not(Homomorphism(crate::signed::add, crate::wide::add), witness = (i32::MAX, 1)),
    ),
    boundaries((0), (-1), (i32::MIN), (i32::MAX)),
    classes(negative = a < 0, not_negative = a >= 0),
    table(
        (5) => 5, "from 0 on the number stays",
        (-1) => 0xFFFF_FFFF_FFFF_FFFF, "the sign fills the high word",
        (i32::MIN) => 0xFFFF_FFFF_8000_0000, "-2^31 in 64 bits",
        (i32::MAX) => 0x7FFF_FFFF, "no sign, nothing to copy",
        (0x1234_5679) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        sign_from_comparison: wgsl = "fn i32_to_u64(a: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(a), select(0u, 0xFFFFFFFFu, a < 0)); }",
    ),
)]
pub const fn i32_to_u64(a: i32) -> u64 {
    a as u64
}
