use super::sub;
use crate::choice::select_nonzero;
use crate::compare::lt;
use vyre_conform_runtime::vyre_op;

/// Distance between two numbers: the larger minus the smaller.
///
/// A composition of `sub`, `lt` and `select_nonzero`; the shader inlines the calls.
#[vyre_op(
    laws(
        Commutative,
        Identity(0),
        SelfInverse(0),
        // ||2 - 1| - 1| is 0, and |2 - |1 - 1|| is 2.
        Not(Associative, witness = (2, 1, 1)),
        Not(LeftMonotone, witness = (0, 1, 1)),
        ZeroProduct(false, witness = (1, 1)),
        // No Absorbing element: |a - z| = z has two solutions a, not all.
    ),
    boundaries((0, u32::MAX), (u32::MAX, 0), (0x7FFF_FFFF, 0x8000_0000)),
    classes(less = a < b, equal = a == b, greater = a > b),
    table(
        (5, 3) => 2, "the left one is larger: left less right",
        (3, 5) => 2, "the right one is larger: right less left, no wrap",
        (7, 7) => 0, "no distance to itself",
        (0, u32::MAX) => 0xFFFF_FFFF, "the largest distance there is needs all 32 bits",
        (0x1234_5679, 1) => 0x1234_5678, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (1, 0x0001_0000) => 0xFFFF, "the low half borrows from the high one",
    ),
    alternates(
        extremes: wgsl = "fn abs_diff(a: u32, b: u32) -> u32 { return max(a, b) - min(a, b); }",
        sign_mask: wgsl = "
fn abs_diff(a: u32, b: u32) -> u32 {
    let borrow = select(0u, 0xFFFFFFFFu, a < b);
    return ((a - b) ^ borrow) - borrow;
}",
    ),
)]
pub const fn abs_diff(a: u32, b: u32) -> u32 {
    select_nonzero(lt(a, b), sub(b, a), sub(a, b))
}
