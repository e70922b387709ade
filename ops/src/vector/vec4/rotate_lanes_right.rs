use super::{
    add, bit_and, bit_not, bit_or, bit_xor, max, min, mul, rotate_lanes_left, shl, shr, sub,
};
use vyre_conform_runtime::vyre_op;

/// Each lane gets the value of the previous lane, the first one that of the last.
#[vyre_op(
    laws(
        InverseOf(rotate_lanes_left),
        // Lane-wise ops commute with permutations of the lanes.
        Homomorphism(add, add),
        Homomorphism(sub, sub),
        Homomorphism(mul, mul),
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Homomorphism(min, min),
        Homomorphism(max, max),
        Homomorphism(shl, shl),
        Homomorphism(shr, shr),
        Odd(bit_not),
        Not(Involution, witness = ([0, 0, 0, 1])),
        Not(Idempotent, witness = ([0, 0, 0, 1])),
    ),
    boundaries(([1, 2, 3, 4]), ([u32::MAX, 0, 0, 0]), ([0, 0, 0, u32::MAX])),
    classes(equal_ends = a[0] == a[3], different_ends = a[0] != a[3]),
    table(
        ([1, 2, 3, 4]) => [4, 1, 2, 3], "the last one comes first",
        ([5; 4]) => [5; 4], "nothing to be seen",
        ([0x1234_5679, 0, 0, 0]) => [0, 0x1234_5679, 0, 0], "every bit of the first one",
        ([0, 0x1234_5679, 0, 0]) => [0, 0, 0x1234_5679, 0], "every bit of the second one",
        ([0, 0, 0x1234_5679, 0]) => [0, 0, 0, 0x1234_5679], "every bit of the third one",
        ([0, 0, 0, 0x1234_5679]) => [0x1234_5679, 0, 0, 0], "every bit of the last one",
    ),
    alternates(
        swizzle: wgsl = "fn rotate_lanes_right(a: vec4<u32>) -> vec4<u32> { return a.wxyz; }",
    ),
)]
pub const fn rotate_lanes_right(a: [u32; 4]) -> [u32; 4] {
    [a[3], a[0], a[1], a[2]]
}
