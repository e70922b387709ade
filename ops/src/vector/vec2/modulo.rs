use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Remainder of the truncating division of each pair of lanes. A divisor of 0 gives 0 in its lane only.
#[vyre_op(
    id = "vec2::mod",
    laws(
        SelfInverse([0; 2]),
        Absorbing([0; 2]),
        Not(Commutative, witness = ([1; 2], [2; 2])),
        Not(Associative, witness = ([1; 2], [2; 2], [2; 2])),
        // True of bytes: every lane has to be smaller than the divisor.
        Not(RightIdentity([256; 2]), witness = ([256; 2])),
    ),
    boundaries(
        ([1; 2], [0, 1]),
        ([0xFFFF_FFFF; 2], [0x8000_0000, 0]),
        ([0x7FFF_FFFF; 2], [0xFFFF_FFFF; 2]),
    ),
    classes(
        first_by_zero = b[0] == 0,
        last_by_zero = b[1] == 0,
        below_divisor = b[0] != 0 && a[0] < b[0],
        fits = b[0] != 0 && a[0] >= b[0],
    ),
    table(
        ([10, 20], [3, 6]) => [1, 2], "each lane by itself",
        ([5, 7], [0, 2]) => [0, 1], "contract: a remainder by zero gives 0, and the other lane has its own",
        ([7, 5], [2, 0]) => [1, 0], "in the other lane as well",
        ([0xFEDC_BA99, 0x1234_5679], [0xF000_0001, 0x1000_0001]) => [0xEDC_BA98, 0x234_5678], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([1; 2], [0x1_0000, 0xFFFF_FFFF]) => [1; 2], "a divisor whose low half is 0 is not 0",
        ([0x1_0000; 2], [0x1_0001; 2]) => [0x1_0000; 2], "a rest of more than 16 bits",
    ),
    alternates(
        of_vectors: wgsl = "
fn modulo(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return select(a % max(b, vec2<u32>(1u)), vec2<u32>(0u), b == vec2<u32>(0u));
}",
    ),
)]
pub const fn modulo(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [
        arithmetic::modulo(a[0], b[0]),
        arithmetic::modulo(a[1], b[1]),
    ]
}
