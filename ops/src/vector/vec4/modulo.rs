use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// Remainder of the truncating division of each pair of lanes. A divisor of 0 gives 0 in its lane only.
#[vyre_op(
    id = "vec4::mod",
    laws(
        SelfInverse([0; 4]),
        Absorbing([0; 4]),
        Not(Commutative, witness = ([1; 4], [2; 4])),
        Not(Associative, witness = ([1; 4], [2; 4], [2; 4])),
        // True of bytes: every lane has to be smaller than the divisor.
        Not(RightIdentity([256; 4]), witness = ([256; 4])),
    ),
    boundaries(
        ([1; 4], [0, 1, 0, 1]),
        ([0xFFFF_FFFF; 4], [0x8000_0000, 0, 0xFFFF_FFFF, 0]),
        ([0x7FFF_FFFF; 4], [0xFFFF_FFFF; 4]),
    ),
    classes(
        first_by_zero = b[0] == 0,
        last_by_zero = b[3] == 0,
        below_divisor = b[0] != 0 && a[0] < b[0],
        fits = b[0] != 0 && a[0] >= b[0],
    ),
    table(
        ([10, 20, 30, 40], [3, 6, 7, 9]) => [1, 2, 2, 4], "each lane by itself",
        ([5, 7, 5, 7], [0, 2, 2, 0]) => [0, 1, 1, 0], "contract: a remainder by zero gives 0, and the other lane has its own",
        ([7, 5, 7, 5], [2, 0, 0, 2]) => [1, 0, 0, 1], "in the other lane as well",
        ([0xFEDC_BA99, 0x1234_5679, 0xFEDC_BA99, 0x1234_5679], [0xF000_0001, 0x1000_0001, 0x1_2345, 0x1_2345]) => [0xEDC_BA98, 0x234_5678, 0x5A99, 0x679], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([1; 4], [0x1_0000, 0xFFFF_FFFF, 0xFFFF_FFFF, 0x1_0000]) => [1; 4], "a divisor whose low half is 0 is not 0",
        ([0x1_0000; 4], [0x1_0001; 4]) => [0x1_0000; 4], "a rest of more than 16 bits",
    ),
    alternates(
        of_vectors: wgsl = "
fn modulo(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    return select(a % max(b, vec4<u32>(1u)), vec4<u32>(0u), b == vec4<u32>(0u));
}",
    ),
)]
pub const fn modulo(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        arithmetic::modulo(a[0], b[0]),
        arithmetic::modulo(a[1], b[1]),
        arithmetic::modulo(a[2], b[2]),
        arithmetic::modulo(a[3], b[3]),
    ]
}
