use super::sub;
use vyre_conform_runtime::vyre_op;

/// Sum of each pair of lanes modulo 2^32: no carry leaves its lane.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity([0; 2]),
        InverseOf(sub),
        Not(SelfInverse([0; 2]), witness = ([1; 2])),
    ),
    boundaries(
        ([0xFFFF_FFFF, 0], [1, 0]),
        ([0, 0xFFFF_FFFF], [0, 1]),
        ([0x8000_0000; 2], [0x8000_0000; 2]),
    ),
    classes(
        first_carries = a[0].checked_add(b[0]).is_none(),
        last_carries = a[1].checked_add(b[1]).is_none(),
        no_carry = a[0].checked_add(b[0]).is_some() && a[1].checked_add(b[1]).is_some(),
    ),
    table(
        ([1, 2], [10, 20]) => [11, 22], "each lane by itself",
        ([0xFFFF_FFFF, 0], [1, 0]) => [0; 2], "a carry out of a lane is dropped, not given to the next one",
        ([0, 0xFFFF_FFFF], [0, 1]) => [0; 2], "nor to the first one",
        ([0x1234_5678, 0xFEDC_BA98], [1; 2]) => [0x1234_5679, 0xFEDC_BA99], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        two_negations: wgsl = "fn add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return a - (vec2<u32>(0u) - b); }",
    ),
)]
pub const fn add(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
}
