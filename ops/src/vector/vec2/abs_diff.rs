use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Distance of each pair of lanes: the larger minus the smaller.
#[vyre_op(
    laws(
        Commutative,
        Identity([0; 2]),
        SelfInverse([0; 2]),
        // ||2 - 1| - 1| is 0, and |2 - |1 - 1|| is 2.
        Not(Associative, witness = ([2; 2], [1; 2], [1; 2])),
    ),
    boundaries(
        ([0; 2], [0xFFFF_FFFF; 2]),
        ([0xFFFF_FFFF, 0], [0, 0xFFFF_FFFF]),
        ([0x7FFF_FFFF, 0x8000_0000], [0x8000_0000, 0x7FFF_FFFF]),
    ),
    classes(
        all_less = a[0] < b[0] && a[1] < b[1],
        all_greater = a[0] > b[0] && a[1] > b[1],
        lanes_disagree = a[0] < b[0] && a[1] > b[1],
        equal = a[0] == b[0],
    ),
    table(
        ([5, 3], [3, 5]) => [2; 2], "each lane has its own larger one",
        ([3, 5], [5, 3]) => [2; 2], "and in the other order as well",
        ([0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0]) => [0xFFFF_FFFF; 2], "the largest distance that there is takes all 32 bits",
        ([0x1234_5679, 0xFEDC_BA99], [1; 2]) => [0x1234_5678, 0xFEDC_BA98], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([1; 2], [0x1_0000; 2]) => [0xFFFF; 2], "the low half borrows from the high one",
    ),
    alternates(
        extremes: wgsl = "fn abs_diff(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return max(a, b) - min(a, b); }",
    ),
)]
pub const fn abs_diff(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [
        arithmetic::abs_diff(a[0], b[0]),
        arithmetic::abs_diff(a[1], b[1]),
    ]
}
