use super::{max, min};
use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Quotient of each pair of lanes, rounded towards zero. A divisor of 0 gives 0 in its lane only.
#[vyre_op(
    laws(
        RightIdentity([1; 2]),
        Absorbing([0; 2]),
        // A larger dividend never gives a smaller quotient.
        RightDistributiveOver(min),
        RightDistributiveOver(max),
        Not(Commutative, witness = ([u32::MAX; 2], [1; 2])),
        // (8 / 4) / 2 is 1, and 8 / (4 / 2) is 4.
        Not(Associative, witness = ([8; 2], [4; 2], [2; 2])),
        // 0 / 0 is 0.
        Not(SelfInverse([1; 2]), witness = ([0; 2])),
    ),
    boundaries(
        ([1; 2], [0, 1]),
        ([0xFFFF_FFFF; 2], [1, 0]),
        ([0x8000_0000; 2], [3; 2]),
    ),
    classes(
        first_by_zero = b[0] == 0,
        last_by_zero = b[1] == 0,
        below_divisor = b[0] != 0 && a[0] < b[0],
        fits = b[0] != 0 && a[0] >= b[0],
    ),
    table(
        ([10, 20], [3, 5]) => [3, 4], "each lane by itself: the rest is cut off",
        ([5, 7], [0, 2]) => [0, 3], "contract: a division by zero gives 0, and the other lane has its quotient",
        ([7, 5], [2, 0]) => [3, 0], "in the other lane as well",
        ([0xFFFF_FFFF; 2], [1, 0xFFFF_FFFF]) => [0xFFFF_FFFF, 1], "one leaves the dividend alone, at the full width",
        ([0xFEDC_BA99, 0x1234_5679], [3, 5]) => [0x54F4_3E33, 0x3A4_114B], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([0x1_0000; 2], [0x1_0000; 2]) => [1; 2], "a divisor whose low half is 0 is not 0",
    ),
    alternates(
        of_vectors: wgsl = "
fn div(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return select(a / max(b, vec2<u32>(1u)), vec2<u32>(0u), b == vec2<u32>(0u));
}",
    ),
)]
pub const fn div(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [arithmetic::div(a[0], b[0]), arithmetic::div(a[1], b[1])]
}
