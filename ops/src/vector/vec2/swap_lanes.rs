use super::{add, bit_and, bit_not, bit_or, bit_xor, max, min, mul, shl, shr, sub};
use vyre_conform_runtime::vyre_op;

/// The lanes, exchanged.
#[vyre_op(
    laws(
        Involution,
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
        Not(Idempotent, witness = ([0, 1])),
    ),
    boundaries(([1, 2]), ([u32::MAX, 0]), ([0, u32::MAX])),
    classes(equal = a[0] == a[1], different = a[0] != a[1]),
    table(
        ([1, 2]) => [2, 1], "the last one comes first",
        ([5, 5]) => [5, 5], "nothing to be seen",
        ([0x1234_5679, 0]) => [0, 0x1234_5679], "every bit of the first one",
        ([0, 0x1234_5679]) => [0x1234_5679, 0], "every bit of the last one",
    ),
    alternates(
        swizzle: wgsl = "fn swap_lanes(a: vec2<u32>) -> vec2<u32> { return a.yx; }",
    ),
)]
pub const fn swap_lanes(a: [u32; 2]) -> [u32; 2] {
    [a[1], a[0]]
}
