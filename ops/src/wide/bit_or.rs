use super::{bit_and, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Bitwise or: the bits set in either operand.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        Idempotent,
        Absorbing(u64::MAX),
        DistributiveOver(bit_and),
        LatticeAbsorption(bit_and),
        ZeroProduct(true),
        // 1 | (0 ^ 0) is 1, and (1 | 0) ^ (1 | 0) is 0.
        Not(DistributiveOver(bit_xor), witness = (1, 0, 0)),
        // 1 <= 2, and 1 | 2 = 3 exceeds 2 | 2 = 2.
        Not(LeftMonotone, witness = (1, 2, 2)),
    ),
    boundaries(
        (u64::MAX, 0x8000_0000_0000_0000),
        (0x5555_5555_5555_5555, 0xAAAA_AAAA_AAAA_AAAA),
        (0xFFFF_FFFF, 0xFFFF_FFFF_0000_0000),
    ),
    classes(disjoint = a & b == 0, overlapping = a & b != 0),
    table(
        (0xFFFF_FFFF, 0xFFFF_FFFF_0000_0000) => 0xFFFF_FFFF_FFFF_FFFF, "two words make the whole",
        (0, 0x1234_5678_9ABC_DEF1) => 0x1234_5678_9ABC_DEF1, "zeros add no bit",
        (0xFFFF_FFFF_FFFF_FFFF, 0x1234_5678_9ABC_DEF1) => 0xFFFF_FFFF_FFFF_FFFF, "every bit is there already",
        (0x1_0000_0000, 1) => 0x1_0000_0001, "each word by itself",
        (3, 5) => 7, "a bit of both counts once",
    ),
    alternates(
        de_morgan: wgsl = "fn bit_or(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return ~(~a & ~b); }",
    ),
)]
pub const fn bit_or(a: u64, b: u64) -> u64 {
    a | b
}
