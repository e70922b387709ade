use super::{add, bit_or, max};
use crate::choice;
use vyre_conform_runtime::vyre_op;

/// The smaller of each pair of lanes, unsigned.
#[vyre_op(
    laws(
        Commutative,
        Identity([u32::MAX; 4]),
        Idempotent,
        Absorbing([0; 4]),
        LatticeAbsorption(max),
        LatticeAbsorption(bit_or),
        Not(DistributiveOver(add), witness = ([1; 4], [1; 4], [1; 4])),
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
        ([3, 5, 4, 8], [5, 3, 4, 9]) => [3, 3, 4, 8], "each lane has its own smaller one",
        ([5, 3, 4, 9], [3, 5, 4, 8]) => [3, 3, 4, 8], "and in the other order as well",
        ([0x8000_0000, 0x7FFF_FFFF, 0x8000_0000, 0], [0x7FFF_FFFF, 0x8000_0000, 0, 0x8000_0000]) => [0x7FFF_FFFF, 0x7FFF_FFFF, 0, 0], "unsigned: bit 31 is a large number, not a sign",
        ([0xFEDC_BA98, 0x1234_5679, 0x1234_5679, 0xFEDC_BA98], [0x1234_5679, 0xFEDC_BA98, 0xFEDC_BA98, 0x1234_5679]) => [0x1234_5679; 4], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    // A WGSL text of its own would shadow the built-in function of this name in the surrounding program.
)]
pub const fn min(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        choice::min(a[0], b[0]),
        choice::min(a[1], b[1]),
        choice::min(a[2], b[2]),
        choice::min(a[3], b[3]),
    ]
}
