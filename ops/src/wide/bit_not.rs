use super::{add, bit_and, bit_or, bit_xor, eq, max, min, ne, saturating_add};
use vyre_conform_runtime::vyre_op;

/// Complement: every bit flipped.
#[vyre_op(
    laws(
        Involution,
        DeMorgan(bit_and, bit_or),
        DeMorgan(bit_or, bit_and),
        DeMorgan(min, max),
        DeMorgan(max, min),
        ComplementUnder(bit_xor, u64::MAX),
        ComplementUnder(bit_or, u64::MAX),
        ComplementUnder(bit_and, 0),
        ComplementUnder(add, u64::MAX),
        ComplementUnder(saturating_add, u64::MAX),
        Antitone,
        // They differ in every bit.
        ComplementUnder(eq, 0),
        ComplementUnder(ne, 1),
        // No number is its own complement.
        Not(Idempotent, witness = (0)),
    ),
    boundaries((0), (u64::MAX), (0xFFFF_FFFF), (0x8000_0000_0000_0000)),
    classes(top_clear = a >> 63 == 0, top_set = a >> 63 == 1),
    table(
        (0) => 0xFFFF_FFFF_FFFF_FFFF, "every clear bit becomes set",
        (0xFFFF_FFFF_FFFF_FFFF) => 0, "every set bit becomes clear",
        (0xFFFF_FFFF) => 0xFFFF_FFFF_0000_0000, "each word by itself",
        (0xA5A5_A5A5_5A5A_5A5A) => 0x5A5A_5A5A_A5A5_A5A5, "1010 0101 becomes 0101 1010",
    ),
    alternates(
        from_minus_one: wgsl = "fn bit_not(a: vec2<u32>) -> vec2<u32> { return vec2<u32>(0xFFFFFFFFu) - a; }",
    ),
)]
pub const fn bit_not(a: u64) -> u64 {
    !a
}
