use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Distance of each pair of lanes: the larger minus the smaller.
#[vyre_op(
    laws(
        Commutative,
        Identity([0; 4]),
        SelfInverse([0; 4]),
        // ||2 - 1| - 1| is 0, and |2 - |1 - 1|| is 2.
        Not(Associative, witness = ([2; 4], [1; 4], [1; 4])),
    ),
    boundaries(
        ([0; 4], [0xFFFF_FFFF; 4]),
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF]),
        ([0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF, 0x8000_0000], [0x8000_0000, 0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF]),
    ),
    classes(
        all_less = a[0] < b[0] && a[3] < b[3],
        all_greater = a[0] > b[0] && a[3] > b[3],
        lanes_disagree = a[0] < b[0] && a[3] > b[3],
        equal = a[0] == b[0],
    ),
    table(
        ([5, 3, 7, 1], [3, 5, 7, 4]) => [2, 2, 0, 3], "each lane has its own larger one",
        ([3, 5, 7, 4], [5, 3, 7, 1]) => [2, 2, 0, 3], "and in the other order as well",
        ([0, 0xFFFF_FFFF, 0xFFFF_FFFF, 0], [0xFFFF_FFFF, 0, 0, 0xFFFF_FFFF]) => [0xFFFF_FFFF; 4], "the largest distance that there is takes all 32 bits",
        ([0x1234_5679, 0xFEDC_BA99, 0x1234_5679, 0xFEDC_BA99], [1; 4]) => [0x1234_5678, 0xFEDC_BA98, 0x1234_5678, 0xFEDC_BA98], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([1, 1, 0x1_0000, 0x1_0000], [0x1_0000, 0x1_0000, 1, 1]) => [0xFFFF; 4], "the low half borrows from the high one",
    ),
    alternates(
        extremes: wgsl = "fn abs_diff(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return max(a, b) - min(a, b); }",
    ),
)]
pub const fn abs_diff(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        arithmetic::abs_diff(a[0], b[0]),
        arithmetic::abs_diff(a[1], b[1]),
        arithmetic::abs_diff(a[2], b[2]),
        arithmetic::abs_diff(a[3], b[3]),
    ]
}
