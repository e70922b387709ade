use super::{bit_and, div, min, modulo, mul_hi, saturating_sub, shr};
use vyre_conform_runtime::vyre_op;

/// The larger operand, unsigned.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        Idempotent,
        Absorbing(u64::MAX),
        // They are monotone and commutative, which implies distributivity.
        LatticeAbsorption(min),
        // These never exceed their left operand, which is absorption by max.
        LatticeAbsorption(bit_and),
        LatticeAbsorption(div),
        LatticeAbsorption(modulo),
        LatticeAbsorption(mul_hi),
        LatticeAbsorption(saturating_sub),
        LatticeAbsorption(shr),
        LeftMonotone,
        ZeroProduct(true),
        // Where the difference wraps, it is larger.
        Not(LatticeAbsorption(super::sub), witness = (0, 1)),
    ),
    boundaries(
        (0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000),
        (0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF),
        (0xFFFF_FFFF, 0x1_0000_0000),
        (0x1_0000_0000, 0xFFFF_FFFF),
        (0, u64::MAX),
    ),
    classes(
        left = a > b,
        equal = a == b,
        right = a < b,
        words_disagree = (a < b) != ((a as u32) < (b as u32)),
    ),
    table(
        (3, 5) => 5, "the right one is larger",
        (5, 3) => 5, "the left one is larger",
        (4, 4) => 4, "of equals, either",
        (0xFFFF_FFFF, 0x1_0000_0000) => 0x1_0000_0000, "the high words decide, whatever the low words say",
        (0x1_0000_0000, 0xFFFF_FFFF) => 0x1_0000_0000, "the high words decide, in the other order as well",
        (0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF) => 0x8000_0000_0000_0000, "unsigned: bit 63 is a large number, not a sign",
        (0xFEDC_BA98_7654_3211, 0x1234_5678_9ABC_DEF1) => 0xFEDC_BA98_7654_3211, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        by_mask: wgsl = "
fn max(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let less = a.y < b.y || (a.y == b.y && a.x < b.x);
    return a ^ ((a ^ b) & vec2<u32>(0u - select(0u, 1u, less)));
}",
    ),
)]
pub const fn max(a: u64, b: u64) -> u64 {
    if a < b { b } else { a }
}
