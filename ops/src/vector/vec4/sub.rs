use super::add;
use vyre_conform_runtime::vyre_op;

/// Difference of each pair of lanes modulo 2^32: no borrow leaves its lane.
#[vyre_op(
    laws(
        SelfInverse([0; 4]),
        RightIdentity([0; 4]),
        InverseOf(add),
        Not(Commutative, witness = ([0; 4], [1; 4])),
        Not(Associative, witness = ([0; 4], [0; 4], [1; 4])),
        Not(LeftIdentity([0; 4]), witness = ([1; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0; 4], [1, 0, 1, 0]),
        ([0; 4], [0, 1, 0, 1]),
        ([0x8000_0000; 4], [0x8000_0001; 4]),
    ),
    classes(
        first_borrows = a[0] < b[0],
        last_borrows = a[3] < b[3],
        no_borrow = a[0] >= b[0] && a[3] >= b[3],
    ),
    table(
        ([10, 20, 30, 40], [1, 2, 3, 4]) => [9, 18, 27, 36], "each lane by itself",
        ([0; 4], [1, 0, 1, 0]) => [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], "a borrow is dropped, not taken from the next lane",
        ([0; 4], [0, 1, 0, 1]) => [0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], "nor from the first one",
        ([0x1234_5679, 0xFEDC_BA99, 0x89AB_CDEF, 0x7654_3210], [1; 4]) => [0x1234_5678, 0xFEDC_BA98, 0x89AB_CDEE, 0x7654_320F], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        complement_and_add: wgsl = "fn sub(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return a + ~b + vec4<u32>(1u); }",
    ),
)]
pub const fn sub(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        a[0].wrapping_sub(b[0]),
        a[1].wrapping_sub(b[1]),
        a[2].wrapping_sub(b[2]),
        a[3].wrapping_sub(b[3]),
    ]
}
