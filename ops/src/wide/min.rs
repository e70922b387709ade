use super::{bit_or, max, saturating_add};
use vyre_conform_runtime::vyre_op;

/// The smaller operand, unsigned.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(u64::MAX),
        Idempotent,
        Absorbing(0),
        // They are monotone and commutative, which implies distributivity.
        LatticeAbsorption(max),
        // bit_or and saturating_add are never below their operands either.
        LatticeAbsorption(bit_or),
        LatticeAbsorption(saturating_add),
        LeftMonotone,
        ZeroProduct(true),
        // It fails over addition: 2 is not above 1 + 1, and addition wraps.
        Not(DistributiveOver(super::add), witness = (1, 1, 1)),
    ),
    boundaries(
        (0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000),
        (0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF),
        (0xFFFF_FFFF, 0x1_0000_0000),
        (0x1_0000_0000, 0xFFFF_FFFF),
        (0, u64::MAX),
    ),
    classes(
        left = a < b,
        equal = a == b,
        right = a > b,
        words_disagree = (a < b) != ((a as u32) < (b as u32)),
    ),
    table(
        (3, 5) => 3, "the left one is smaller",
        (5, 3) => 3, "the right one is smaller",
        (4, 4) => 4, "of equals, either",
        (0xFFFF_FFFF, 0x1_0000_0000) => 0xFFFF_FFFF, "the high words decide, whatever the low words say",
        (0x1_0000_0000, 0xFFFF_FFFF) => 0xFFFF_FFFF, "the high words decide, in the other order as well",
        (0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF) => 0x7FFF_FFFF_FFFF_FFFF, "unsigned: bit 63 is a large number, not a sign",
        (0xFEDC_BA98_7654_3211, 0x1234_5678_9ABC_DEF1) => 0x1234_5678_9ABC_DEF1, "every bit counts: more than a float of 64 bits holds",
    ),
    // A WGSL text of its own would shadow the built-in function of this name in the surrounding program.
)]
pub const fn min(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}
