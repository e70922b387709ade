use super::{bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Bitwise and: the bits set in both operands.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0xFFFF_FFFF),
        Idempotent,
        Absorbing(0),
        DistributiveOver(bit_or),
        DistributiveOver(bit_xor),
        LatticeAbsorption(bit_or),
        // True for every byte, false for larger numbers: the trap of a small domain.
        Not(Identity(0xFF), witness = (0x100)),
        ZeroProduct(false, witness = (1, 2)),
        // Numeric order is not subset order of the bits: 1 <= 2, 1 & 1 > 2 & 1.
        Not(LeftMonotone, witness = (1, 2, 1)),
    ),
    boundaries((u32::MAX, 0x8000_0000), (0x5555_5555, 0xAAAA_AAAA), (0xFFFF, 0x1_0000)),
    classes(disjoint = a & b == 0, overlapping = a & b != 0),
    table(
        (0xFF00, 0x0FF0) => 0x0F00, "only bits 8 to 11 are in both",
        (0xFFFF_FFFF, 0) => 0, "all ones select everything: of nothing, nothing",
        (0xFFFF_FFFF, 1) => 1, "all ones select everything: the lowest bit",
        (0xFFFF_FFFF, 0xA5A5_A5A5) => 0xA5A5_A5A5, "all ones select everything: a pattern",
        (0xFFFF_FFFF, 0xFFFF_FFFF) => 0xFFFF_FFFF, "all ones select everything: all",
        (0, 0) => 0, "zeros select nothing: of nothing",
        (0, 1) => 0, "zeros select nothing: not the lowest bit",
        (0, 0xA5A5_A5A5) => 0, "zeros select nothing: no bit of a pattern",
        (0, 0xFFFF_FFFF) => 0, "zeros select nothing: no bit of all",
    ),
    alternates(
        de_morgan: wgsl = "fn bit_and(a: u32, b: u32) -> u32 { return ~(~a | ~b); }",
        without_difference: wgsl = "fn bit_and(a: u32, b: u32) -> u32 { return a - (a & ~b); }",
    ),
)]
pub const fn bit_and(a: u32, b: u32) -> u32 {
    a & b
}
