use super::{bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Bitwise and: the bits set in both operands.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(u64::MAX),
        Idempotent,
        Absorbing(0),
        DistributiveOver(bit_or),
        DistributiveOver(bit_xor),
        LatticeAbsorption(bit_or),
        // True for every number of one word, false for larger numbers: the trap of a small domain.
        Not(Identity(0xFFFF_FFFF), witness = (0x1_0000_0000)),
        ZeroProduct(false, witness = (1, 2)),
        // Numeric order is not subset order of the bits: 1 <= 2, 1 & 1 > 2 & 1.
        Not(LeftMonotone, witness = (1, 2, 1)),
    ),
    boundaries(
        (u64::MAX, 0x8000_0000_0000_0000),
        (0x5555_5555_5555_5555, 0xAAAA_AAAA_AAAA_AAAA),
        (0xFFFF_FFFF, 0x1_0000_0000),
    ),
    classes(disjoint = a & b == 0, overlapping = a & b != 0),
    table(
        (0xFFFF_0000_FF00, 0x0FFF_F000_0FF0) => 0xFFF_0000_0F00, "what both have, in each word",
        (0xFFFF_FFFF_FFFF_FFFF, 0x1234_5678_9ABC_DEF1) => 0x1234_5678_9ABC_DEF1, "all ones select everything",
        (0, 0xFFFF_FFFF_FFFF_FFFF) => 0, "zeros select nothing",
        (0x1_0000_0001, 0x1_0000_0000) => 0x1_0000_0000, "each word by itself",
        (0x1_0000_0001, 1) => 1, "each word by itself",
    ),
    alternates(
        de_morgan: wgsl = "fn bit_and(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return ~(~a | ~b); }",
    ),
)]
pub const fn bit_and(a: u64, b: u64) -> u64 {
    a & b
}
