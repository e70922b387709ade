use super::{bit_and, min, shr, sub};
use crate::choice;
use vyre_conform_runtime::vyre_op;

/// The larger of each pair of lanes, unsigned.
#[vyre_op(
    laws(
        Commutative,
        Identity([0; 4]),
        Idempotent,
        Absorbing([u32::MAX; 4]),
        LatticeAbsorption(min),
        LatticeAbsorption(bit_and),
        LatticeAbsorption(shr),
        Not(LatticeAbsorption(sub), witness = ([0; 4], [1; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0x8000_0000, 0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF], [0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF, 0x8000_0000]),
        ([0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0]),
        ([0xFFFF_FFFF; 4], [0; 4]),
    ),
    classes(
        all_left = a[0] < b[0] && a[3] < b[3],
        all_right = a[0] > b[0] && a[3] > b[3],
        lanes_disagree = a[0] < b[0] && a[3] > b[3],
        equal = a[0] == b[0],
    ),
    table(
        ([3, 5, 4, 8], [5, 3, 4, 9]) => [5, 5, 4, 9], "each lane has its own larger one",
        ([5, 3, 4, 9], [3, 5, 4, 8]) => [5, 5, 4, 9], "and in the other order as well",
        ([0x8000_0000, 0x7FFF_FFFF, 0x8000_0000, 0], [0x7FFF_FFFF, 0x8000_0000, 0, 0x8000_0000]) => [0x8000_0000; 4], "unsigned: bit 31 is a large number, not a sign",
        ([0xFEDC_BA98, 0x1234_5679, 0x1234_5679, 0xFEDC_BA98], [0x1234_5679, 0xFEDC_BA98, 0xFEDC_BA98, 0x1234_5679]) => [0xFEDC_BA98; 4], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        by_select: wgsl = "fn max(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return select(a, b, a < b); }",
    ),
)]
pub const fn max(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        choice::max(a[0], b[0]),
        choice::max(a[1], b[1]),
        choice::max(a[2], b[2]),
        choice::max(a[3], b[3]),
    ]
}
