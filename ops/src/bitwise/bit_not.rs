use super::{bit_and, bit_or, bit_xor};
use crate::arithmetic::{add, saturating_add};
use crate::choice::{max, min};
use crate::compare::{eq, ne};
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// Complement: every bit flipped.
#[vyre_op(
    laws(
        Involution,
        DeMorgan(bit_and, bit_or),
        DeMorgan(bit_or, bit_and),
        DeMorgan(min, max),
        DeMorgan(max, min),
        ComplementUnder(bit_xor, 0xFFFF_FFFF),
        ComplementUnder(bit_or, 0xFFFF_FFFF),
        ComplementUnder(bit_and, 0),
        ComplementUnder(add, 0xFFFF_FFFF),
        Antitone,
        ComplementUnder(saturating_add, 0xFFFF_FFFF),
        // They differ in every bit, and one of them is not 0.
        ComplementUnder(eq, 0),
        ComplementUnder(ne, 1),
        ComplementUnder(or, 1),
        // Idempotent fails everywhere: no number is its own complement.
        Not(Idempotent, witness = (0)),
    ),
    boundaries((0), (u32::MAX), (0x8000_0000), (0x7FFF_FFFF)),
    classes(top_clear = a < 0x8000_0000, top_set = a >= 0x8000_0000),
    table(
        (0) => 0xFFFF_FFFF, "every clear bit becomes set",
        (0xFFFF_FFFF) => 0, "every set bit becomes clear",
        (0xA5A5_A5A5) => 0x5A5A_5A5A, "1010 0101 becomes 0101 1010",
    ),
    alternates(
        from_minus_one: wgsl = "fn bit_not(a: u32) -> u32 { return 0xFFFFFFFFu - a; }",
        flip: wgsl = "fn bit_not(a: u32) -> u32 { return a ^ 0xFFFFFFFFu; }",
    ),
)]
pub const fn bit_not(a: u32) -> u32 {
    !a
}
