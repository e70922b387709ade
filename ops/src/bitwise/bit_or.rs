use super::{bit_and, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Bitwise or: the bits set in either operand.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        Idempotent,
        Absorbing(0xFFFF_FFFF),
        DistributiveOver(bit_and),
        LatticeAbsorption(bit_and),
        ZeroProduct(true),
        // 1 | (0 ^ 0) is 1, and (1 | 0) ^ (1 | 0) is 0.
        Not(DistributiveOver(bit_xor), witness = (1, 0, 0)),
        // 1 <= 2, and 1 | 2 = 3 exceeds 2 | 2 = 2.
        Not(LeftMonotone, witness = (1, 2, 2)),
    ),
    boundaries((u32::MAX, 0x8000_0000), (0x5555_5555, 0xAAAA_AAAA), (0xFFFF, 0x1_0000)),
    classes(disjoint = a & b == 0, overlapping = a & b != 0),
    table(
        (0xFF00, 0x00FF) => 0xFFFF, "two halves make the whole",
        (0, 0) => 0, "zeros add no bit: to nothing",
        (0, 1) => 1, "zeros add no bit: to the lowest",
        (0, 0xA5A5_A5A5) => 0xA5A5_A5A5, "zeros add no bit: to a pattern",
        (0, 0xFFFF_FFFF) => 0xFFFF_FFFF, "zeros add no bit: to all",
        (0xFFFF_FFFF, 0) => 0xFFFF_FFFF, "every bit is there already: nothing is added",
        (0xFFFF_FFFF, 1) => 0xFFFF_FFFF, "every bit is there already: also the lowest",
        (0xFFFF_FFFF, 0xA5A5_A5A5) => 0xFFFF_FFFF, "every bit is there already: also a pattern",
        (0xFFFF_FFFF, 0xFFFF_FFFF) => 0xFFFF_FFFF, "every bit is there already: also all",
    ),
    alternates(
        de_morgan: wgsl = "fn bit_or(a: u32, b: u32) -> u32 { return ~(~a & ~b); }",
        add_the_missing: wgsl = "fn bit_or(a: u32, b: u32) -> u32 { return a + (b & ~a); }",
    ),
)]
pub const fn bit_or(a: u32, b: u32) -> u32 {
    a | b
}
