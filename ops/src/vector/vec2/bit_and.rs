use super::{bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Bitwise and of each pair of lanes.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity([u32::MAX; 2]),
        Idempotent,
        Absorbing([0; 2]),
        DistributiveOver(bit_or),
        DistributiveOver(bit_xor),
        LatticeAbsorption(bit_or),
        Not(Identity([0xFF; 2]), witness = ([0x100; 2])),
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
        ([0xFF00_FF00, 0x1234_5679], [0xFF0_0FF0, 0xFEDC_BA99]) => [0xF00_0F00, 0x1214_1219], "what both have, in each lane",
        ([0xFFFF_FFFF, 0], [0xFFFF_FFFF; 2]) => [0xFFFF_FFFF, 0], "zeros select nothing, and only in their lanes",
        ([3, 5], [5, 3]) => [1; 2], "a bit of both in each lane",
    ),
    alternates(
        de_morgan: wgsl = "fn bit_and(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return ~(~a | ~b); }",
    ),
)]
pub const fn bit_and(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0] & b[0], a[1] & b[1]]
}
