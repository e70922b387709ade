use super::max;
use crate::arithmetic::saturating_add;
use crate::bitwise::bit_or;
use crate::logic::{and, or};
use vyre_conform_runtime::vyre_op;

/// The smaller operand, unsigned.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(u32::MAX),
        Idempotent,
        Absorbing(0),
        DistributiveOver(max),
        LatticeAbsorption(max),
        // bit_or and saturating_add are never below their operands either.
        LatticeAbsorption(bit_or),
        LatticeAbsorption(saturating_add),
        LeftMonotone,
        ZeroProduct(true),
        // They test whether a minimum is 0, and their results are 0 or 1.
        DistributiveOver(and),
        DistributiveOver(or),
        // DistributiveOver the logical `and`, `or` is true too: on results of 0 and 1 only whether a is zero matters.
        // It fails over addition: 2 is not above 1 + 1, and addition wraps.
        Not(DistributiveOver(crate::arithmetic::add), witness = (1, 1, 1)),
    ),
    boundaries(
        (0x7FFF_FFFF, 0x8000_0000),
        (0x8000_0000, 0x7FFF_FFFF),
        (0, u32::MAX),
        (u32::MAX, 0),
    ),
    classes(left = a < b, equal = a == b, right = a > b),
    table(
        (3, 5) => 3, "the left one is smaller",
        (5, 3) => 3, "the right one is smaller",
        (4, 4) => 4, "of equals, either",
        (0x8000_0000, 0x7FFF_FFFF) => 0x7FFF_FFFF, "unsigned: bit 31 is a large number, not a sign",
        (0xFEDC_BA98, 0x1234_5679) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        by_select: wgsl = "fn min(a: u32, b: u32) -> u32 { return select(b, a, a < b); }",
        by_mask: wgsl = "
fn min(a: u32, b: u32) -> u32 { return b ^ ((a ^ b) & (0u - select(0u, 1u, a < b))); }",
    ),
)]
pub const fn min(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}
