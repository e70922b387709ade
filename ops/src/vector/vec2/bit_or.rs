use super::{bit_and, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Bitwise or of each pair of lanes.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity([0; 2]),
        Idempotent,
        Absorbing([u32::MAX; 2]),
        DistributiveOver(bit_and),
        LatticeAbsorption(bit_and),
        Not(DistributiveOver(bit_xor), witness = ([1; 2], [0; 2], [0; 2])),
    ),
    boundaries(
        ([0xFFFF_FFFF, 0], [0, 0xFFFF_FFFF]),
        ([0x5555_5555; 2], [0xAAAA_AAAA; 2]),
        ([0xFFFF_FFFF; 2], [0x8000_0000; 2]),
    ),
    classes(
        first_overlaps = a[0] & b[0] != 0,
        last_overlaps = a[1] & b[1] != 0,
        disjoint = a[0] & b[0] == 0 && a[1] & b[1] == 0,
    ),
    table(
        ([0xFF00_FF00, 0x1234_5679], [0xFF0_0FF0, 0xFEDC_BA99]) => [0xFFF0_FFF0, 0xFEFC_FEF9], "what either has, in each lane",
        ([0xFFFF_FFFF, 0], [0; 2]) => [0xFFFF_FFFF, 0], "ones fill their lanes, and no other",
        ([3, 5], [5, 3]) => [7; 2], "a bit of both counts once",
    ),
    alternates(
        de_morgan: wgsl = "fn bit_or(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return ~(~a & ~b); }",
    ),
)]
pub const fn bit_or(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0] | b[0], a[1] | b[1]]
}
