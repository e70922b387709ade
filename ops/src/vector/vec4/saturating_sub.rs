use super::saturating_add;
use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Difference of each pair of lanes, saturating at 0.
#[vyre_op(
    laws(
        SelfInverse([0; 4]),
        RightIdentity([0; 4]),
        LeftAbsorbing([0; 4]),
        Not(Commutative, witness = ([1; 4], [0; 4])),
        Not(Associative, witness = ([1; 4], [0; 4], [1; 4])),
        Not(InverseOf(saturating_add), witness = ([0; 4], [1; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0; 4], [1, 0, 1, 0]),
        ([0; 4], [0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF]),
        ([0x8000_0000; 4], [0x7FFF_FFFF; 4]),
    ),
    classes(
        first_saturates = a[0] < b[0],
        last_saturates = a[3] < b[3],
        exact = a[0] >= b[0] && a[3] >= b[3],
    ),
    table(
        ([10, 20, 30, 40], [1, 2, 3, 4]) => [9, 18, 27, 36], "differences that fit are the differences",
        ([3, 5, 0, 9], [5, 3, 0xFFFF_FFFF, 9]) => [0, 2, 0, 0], "below zero there is nothing: cut to 0, and only in its lane",
        ([5, 3, 9, 0], [3, 5, 9, 0xFFFF_FFFF]) => [2, 0, 0, 0], "in the other lane as well",
        ([0x1234_5679, 0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679], [1; 4]) => [0x1234_5678, 0xFEDC_BA98, 0xFEDC_BA98, 0x1234_5678], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([0x1_0000; 4], [1; 4]) => [0xFFFF; 4], "the low half borrows from the high one",
    ),
    alternates(
        from_maximum: wgsl = "fn saturating_sub(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return max(a, b) - b; }",
    ),
)]
pub const fn saturating_sub(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        arithmetic::saturating_sub(a[0], b[0]),
        arithmetic::saturating_sub(a[1], b[1]),
        arithmetic::saturating_sub(a[2], b[2]),
        arithmetic::saturating_sub(a[3], b[3]),
    ]
}
