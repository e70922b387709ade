use super::{bit_and, min, shr, sub};
use crate::choice;
use vyre_conform_runtime::vyre_op;

/// The larger of each pair of lanes, unsigned.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity([0; 2]),
        Idempotent,
        Absorbing([u32::MAX; 2]),
        DistributiveOver(min),
        LatticeAbsorption(min),
        LatticeAbsorption(bit_and),
        LatticeAbsorption(shr),
        Not(LatticeAbsorption(sub), witness = ([0; 2], [1; 2])),
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
        ([3, 5], [5, 3]) => [5; 2], "each lane has its own larger one",
        ([5, 3], [3, 5]) => [5; 2], "and in the other order as well",
        ([0x8000_0000, 0x7FFF_FFFF], [0x7FFF_FFFF, 0x8000_0000]) => [0x8000_0000; 2], "unsigned: bit 31 is a large number, not a sign",
        ([0xFEDC_BA98, 0x1234_5679], [0x1234_5679, 0xFEDC_BA98]) => [0xFEDC_BA98; 2], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        by_select: wgsl = "fn max(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return select(a, b, a < b); }",
    ),
)]
pub const fn max(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [choice::max(a[0], b[0]), choice::max(a[1], b[1])]
}
