use super::min;
use crate::arithmetic::{div, modulo, mul_hi, saturating_sub};
use crate::bitwise::bit_and;
use crate::compare::gt;
use crate::logic::and;
use crate::shift::shr;
use vyre_conform_runtime::vyre_op;

/// The larger operand, unsigned.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        Idempotent,
        Absorbing(u32::MAX),
        DistributiveOver(min),
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
        // Their results are 0, or 1 where the operand is not 0.
        LatticeAbsorption(and),
        LatticeAbsorption(gt),
        // LatticeAbsorption over `gt` and the logical `and` is true as well: a result of 1 needs a
        // nonzero left operand. Over sub it fails where the difference wraps.
        Not(LatticeAbsorption(crate::arithmetic::sub), witness = (0, 1)),
    ),
    boundaries(
        (0x7FFF_FFFF, 0x8000_0000),
        (0x8000_0000, 0x7FFF_FFFF),
        (0, u32::MAX),
        (u32::MAX, 0),
    ),
    classes(left = a > b, equal = a == b, right = a < b),
    table(
        (3, 5) => 5, "the right one is larger",
        (5, 3) => 5, "the left one is larger",
        (4, 4) => 4, "of equals, either",
        (0x8000_0000, 0x7FFF_FFFF) => 0x8000_0000, "unsigned: bit 31 is a large number, not a sign",
        (0xFEDC_BA98, 0x1234_5679) => 0xFEDC_BA98, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        by_select: wgsl = "fn max(a: u32, b: u32) -> u32 { return select(a, b, a < b); }",
        by_mask: wgsl = "
fn max(a: u32, b: u32) -> u32 { return a ^ ((a ^ b) & (0u - select(0u, 1u, a < b))); }",
    ),
)]
pub const fn max(a: u32, b: u32) -> u32 {
    if a < b { b } else { a }
}
