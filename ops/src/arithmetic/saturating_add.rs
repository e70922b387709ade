use crate::choice::{max, min};
use vyre_conform_runtime::vyre_op;

/// Sum, saturating at 2^32 - 1.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        Absorbing(u32::MAX),
        LeftMonotone,
        DistributiveOver(min),
        DistributiveOver(max),
        ZeroProduct(true),
        // Idempotent and SelfInverse fail at a = 1. No op undoes a saturated sum.
        Not(InverseOf(crate::arithmetic::saturating_sub), witness = (u32::MAX, 1)),
    ),
    boundaries(
        (u32::MAX, 1),
        (u32::MAX, 0),
        (0x8000_0000, 0x8000_0000),
        (0x7FFF_FFFF, 0x8000_0000),
    ),
    classes(
        saturates = a.checked_add(b).is_none(),
        exact = a.checked_add(b).is_some(),
    ),
    table(
        (1, 1) => 2, "a sum that fits is the sum",
        (u32::MAX, 1) => 0xFFFF_FFFF, "one past the largest value stays at the largest value",
        (u32::MAX, 0) => 0xFFFF_FFFF, "the largest value itself needs no cut",
        (0x8000_0000, 0x8000_0000) => 0xFFFF_FFFF, "2^32 does not wrap to 0",
        (0x1234_5677, 1) => 0x1234_5678, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        clamp_the_room: wgsl = "fn saturating_add(a: u32, b: u32) -> u32 { return a + min(b, ~a); }",
        carry_mask: wgsl = "
fn saturating_add(a: u32, b: u32) -> u32 {
    let sum = a + b;
    return select(sum, 0xFFFFFFFFu, sum < a);
}",
    ),
)]
pub const fn saturating_add(a: u32, b: u32) -> u32 {
    a.saturating_add(b)
}
