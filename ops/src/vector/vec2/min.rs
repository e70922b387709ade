use super::{add, bit_or, max};
use crate::choice;
use vyre_conform_runtime::vyre_op;

/// The smaller of each pair of lanes, unsigned.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity([u32::MAX; 2]),
        Idempotent,
        Absorbing([0; 2]),
        DistributiveOver(max),
        LatticeAbsorption(max),
        LatticeAbsorption(bit_or),
        Not(DistributiveOver(add), witness = ([1; 2], [1; 2], [1; 2])),
    ),
    boundaries(
        ([0x8000_0000, 0x7FFF_FFFF], [0x7FFF_FFFF, 0x8000_0000]),
        ([0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0]),
        ([0xFFFF_FFFF; 2], [0; 2]),
    ),
    classes(
        all_left = a[0] < b[0] && a[1] < b[1],
        all_right = a[0] > b[0] && a[1] > b[1],
        lanes_disagree = a[0] < b[0] && a[1] > b[1],
        equal = a[0] == b[0],
    ),
    table(
        ([3, 5], [5, 3]) => [3; 2], "each lane has its own smaller one",
        ([5, 3], [3, 5]) => [3; 2], "and in the other order as well",
        ([0x8000_0000, 0x7FFF_FFFF], [0x7FFF_FFFF, 0x8000_0000]) => [0x7FFF_FFFF; 2], "unsigned: bit 31 is a large number, not a sign",
        ([0xFEDC_BA98, 0x1234_5679], [0x1234_5679, 0xFEDC_BA98]) => [0x1234_5679; 2], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    // A WGSL text of its own would shadow the built-in function of this name in the surrounding program.
)]
pub const fn min(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [choice::min(a[0], b[0]), choice::min(a[1], b[1])]
}
