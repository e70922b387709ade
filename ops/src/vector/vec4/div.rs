use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Quotient of each pair of lanes, rounded towards zero. A divisor of 0 gives 0 in its lane only.
#[vyre_op(
    laws(
        RightIdentity([1; 4]),
        Absorbing([0; 4]),
        Not(Commutative, witness = ([u32::MAX; 4], [1; 4])),
        // (8 / 4) / 2 is 1, and 8 / (4 / 2) is 4.
        Not(Associative, witness = ([8; 4], [4; 4], [2; 4])),
        // 0 / 0 is 0.
        Not(SelfInverse([1; 4]), witness = ([0; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([1; 4], [0, 1, 0, 1]),
        ([0xFFFF_FFFF; 4], [1, 0, 0xFFFF_FFFF, 0]),
        ([0x8000_0000; 4], [3; 4]),
    ),
    classes(
        first_by_zero = b[0] == 0,
        last_by_zero = b[3] == 0,
        below_divisor = b[0] != 0 && a[0] < b[0],
        fits = b[0] != 0 && a[0] >= b[0],
    ),
    table(
        ([10, 20, 30, 40], [3, 5, 7, 9]) => [3, 4, 4, 4], "each lane by itself: the rest is cut off",
        ([5, 7, 5, 7], [0, 2, 2, 0]) => [0, 3, 2, 0], "contract: a division by zero gives 0, and the other lane has its quotient",
        ([7, 5, 7, 5], [2, 0, 0, 2]) => [3, 0, 0, 2], "in the other lane as well",
        ([0xFFFF_FFFF; 4], [1, 0xFFFF_FFFF, 0xFFFF_FFFF, 1]) => [0xFFFF_FFFF, 1, 1, 0xFFFF_FFFF], "one leaves the dividend alone, at the full width",
        ([0xFEDC_BA99, 0x1234_5679, 0x1234_5679, 0xFEDC_BA99], [3, 5, 7, 11]) => [0x54F4_3E33, 0x3A4_114B, 0x299_C335, 0x172B_56C8], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([0x1_0000; 4], [0x1_0000; 4]) => [1; 4], "a divisor whose low half is 0 is not 0",
    ),
    alternates(
        of_vectors: wgsl = "
fn div(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    return select(a / max(b, vec4<u32>(1u)), vec4<u32>(0u), b == vec4<u32>(0u));
}",
    ),
)]
pub const fn div(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        arithmetic::div(a[0], b[0]),
        arithmetic::div(a[1], b[1]),
        arithmetic::div(a[2], b[2]),
        arithmetic::div(a[3], b[3]),
    ]
}
