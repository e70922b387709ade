use super::{max, min, saturating_add};
use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Difference of each pair of lanes, saturating at 0.
#[vyre_op(
    laws(
        SelfInverse([0; 2]),
        RightIdentity([0; 2]),
        LeftAbsorbing([0; 2]),
        RightDistributiveOver(min),
        RightDistributiveOver(max),
        Not(Commutative, witness = ([1; 2], [0; 2])),
        Not(Associative, witness = ([1; 2], [0; 2], [1; 2])),
        Not(InverseOf(saturating_add), witness = ([0; 2], [1; 2])),
    ),
    boundaries(
        ([0; 2], [1, 0]),
        ([0; 2], [0, 0xFFFF_FFFF]),
        ([0x8000_0000; 2], [0x7FFF_FFFF; 2]),
    ),
    classes(
        first_saturates = a[0] < b[0],
        last_saturates = a[1] < b[1],
        exact = a[0] >= b[0] && a[1] >= b[1],
    ),
    table(
        ([10, 20], [1, 2]) => [9, 18], "differences that fit are the differences",
        ([3, 5], [5, 3]) => [0, 2], "below zero there is nothing: cut to 0, and only in its lane",
        ([5, 3], [3, 5]) => [2, 0], "in the other lane as well",
        ([0x1234_5679, 0xFEDC_BA99], [1; 2]) => [0x1234_5678, 0xFEDC_BA98], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([0x1_0000; 2], [1; 2]) => [0xFFFF; 2], "the low half borrows from the high one",
    ),
    alternates(
        from_maximum: wgsl = "fn saturating_sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return max(a, b) - b; }",
    ),
)]
pub const fn saturating_sub(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [
        arithmetic::saturating_sub(a[0], b[0]),
        arithmetic::saturating_sub(a[1], b[1]),
    ]
}
