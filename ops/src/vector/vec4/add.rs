use super::sub;
use vyre_conform_runtime::vyre_op;

/// Sum of each pair of lanes modulo 2^32: no carry leaves its lane.
#[vyre_op(
    laws(
        Commutative,
        Identity([0; 4]),
        InverseOf(sub),
        Not(SelfInverse([0; 4]), witness = ([1; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [1, 0, 1, 0]),
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], [0, 1, 0, 1]),
        ([0x8000_0000; 4], [0x8000_0000; 4]),
    ),
    classes(
        first_carries = a[0].checked_add(b[0]).is_none(),
        last_carries = a[3].checked_add(b[3]).is_none(),
        no_carry = a[0].checked_add(b[0]).is_some() && a[3].checked_add(b[3]).is_some(),
    ),
    table(
        ([1, 2, 3, 4], [10, 20, 30, 40]) => [11, 22, 33, 44], "each lane by itself",
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [1, 0, 1, 0]) => [0; 4], "a carry out of a lane is dropped, not given to the next one",
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], [0, 1, 0, 1]) => [0; 4], "nor to the first one",
        ([0x1234_5678, 0xFEDC_BA98, 0x89AB_CDEF, 0x7654_3210], [1; 4]) => [0x1234_5679, 0xFEDC_BA99, 0x89AB_CDF0, 0x7654_3211], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        two_negations: wgsl = "fn add(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return a - (vec4<u32>(0u) - b); }",
    ),
)]
pub const fn add(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        a[0].wrapping_add(b[0]),
        a[1].wrapping_add(b[1]),
        a[2].wrapping_add(b[2]),
        a[3].wrapping_add(b[3]),
    ]
}
