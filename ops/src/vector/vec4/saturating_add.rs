use super::saturating_sub;
use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Sum of each pair of lanes, saturating at 2^32 - 1.
#[vyre_op(
    laws(
        Commutative,
        Identity([0; 4]),
        Absorbing([u32::MAX; 4]),
        // No op undoes a saturated sum.
        Not(InverseOf(saturating_sub), witness = ([u32::MAX; 4], [1; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [1, 0, 1, 0]),
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], [0, 1, 0, 1]),
        ([0x8000_0000; 4], [0x8000_0000; 4]),
    ),
    classes(
        first_saturates = a[0].checked_add(b[0]).is_none(),
        last_saturates = a[3].checked_add(b[3]).is_none(),
        exact = a[0].checked_add(b[0]).is_some() && a[3].checked_add(b[3]).is_some(),
    ),
    table(
        ([1, 2, 3, 4], [10, 20, 30, 40]) => [11, 22, 33, 44], "sums that fit are the sums",
        ([0xFFFF_FFFF, 1, 0xFFFF_FFFF, 1], [1, 1, 2, 2]) => [0xFFFF_FFFF, 2, 0xFFFF_FFFF, 3], "one past the largest value stays there, and only in its lane",
        ([1, 0xFFFF_FFFF, 1, 0xFFFF_FFFF], [1, 1, 2, 2]) => [2, 0xFFFF_FFFF, 3, 0xFFFF_FFFF], "in the other lane as well",
        ([0x8000_0000; 4], [0x8000_0000; 4]) => [0xFFFF_FFFF; 4], "2^32 does not wrap to 0",
        ([0x1234_5679, 0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679], [1; 4]) => [0x1234_567A, 0xFEDC_BA9A, 0xFEDC_BA9A, 0x1234_567A], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        clamp_the_room: wgsl = "fn saturating_add(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return a + min(b, ~a); }",
    ),
)]
pub const fn saturating_add(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        arithmetic::saturating_add(a[0], b[0]),
        arithmetic::saturating_add(a[1], b[1]),
        arithmetic::saturating_add(a[2], b[2]),
        arithmetic::saturating_add(a[3], b[3]),
    ]
}
