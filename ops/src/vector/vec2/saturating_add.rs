use super::{max, min, saturating_sub};
use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Sum of each pair of lanes, saturating at 2^32 - 1.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity([0; 2]),
        Absorbing([u32::MAX; 2]),
        DistributiveOver(min),
        DistributiveOver(max),
        // No op undoes a saturated sum.
        Not(InverseOf(saturating_sub), witness = ([u32::MAX; 2], [1; 2])),
    ),
    boundaries(
        ([0xFFFF_FFFF, 0], [1, 0]),
        ([0, 0xFFFF_FFFF], [0, 1]),
        ([0x8000_0000; 2], [0x8000_0000; 2]),
    ),
    classes(
        first_saturates = a[0].checked_add(b[0]).is_none(),
        last_saturates = a[1].checked_add(b[1]).is_none(),
        exact = a[0].checked_add(b[0]).is_some() && a[1].checked_add(b[1]).is_some(),
    ),
    table(
        ([1, 2], [10, 20]) => [11, 22], "sums that fit are the sums",
        ([0xFFFF_FFFF, 1], [1; 2]) => [0xFFFF_FFFF, 2], "one past the largest value stays there, and only in its lane",
        ([1, 0xFFFF_FFFF], [1; 2]) => [2, 0xFFFF_FFFF], "in the other lane as well",
        ([0x8000_0000; 2], [0x8000_0000; 2]) => [0xFFFF_FFFF; 2], "2^32 does not wrap to 0",
        ([0x1234_5679, 0xFEDC_BA99], [1; 2]) => [0x1234_567A, 0xFEDC_BA9A], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        clamp_the_room: wgsl = "fn saturating_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return a + min(b, ~a); }",
    ),
)]
pub const fn saturating_add(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [
        arithmetic::saturating_add(a[0], b[0]),
        arithmetic::saturating_add(a[1], b[1]),
    ]
}
