use super::add;
use vyre_conform_runtime::vyre_op;

/// Difference of each pair of lanes modulo 2^32: no borrow leaves its lane.
#[vyre_op(
    laws(
        SelfInverse([0; 2]),
        RightIdentity([0; 2]),
        InverseOf(add),
        RightInjective,
        Not(Commutative, witness = ([0; 2], [1; 2])),
        Not(Associative, witness = ([0; 2], [0; 2], [1; 2])),
        Not(LeftIdentity([0; 2]), witness = ([1; 2])),
    ),
    boundaries(([0; 2], [1, 0]), ([0; 2], [0, 1]), ([0x8000_0000; 2], [0x8000_0001; 2])),
    classes(
        first_borrows = a[0] < b[0],
        last_borrows = a[1] < b[1],
        no_borrow = a[0] >= b[0] && a[1] >= b[1],
    ),
    table(
        ([10, 20], [1, 2]) => [9, 18], "each lane by itself",
        ([0; 2], [1, 0]) => [0xFFFF_FFFF, 0], "a borrow is dropped, not taken from the next lane",
        ([0; 2], [0, 1]) => [0, 0xFFFF_FFFF], "nor from the first one",
        ([0x1234_5679, 0xFEDC_BA99], [1; 2]) => [0x1234_5678, 0xFEDC_BA98], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        complement_and_add: wgsl = "fn sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return a + ~b + vec2<u32>(1u); }",
    ),
)]
pub const fn sub(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0].wrapping_sub(b[0]), a[1].wrapping_sub(b[1])]
}
