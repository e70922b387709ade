use super::{bit_and, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Bitwise or of each pair of lanes.
#[vyre_op(
    laws(
        Commutative,
        Identity([0; 4]),
        Idempotent,
        Absorbing([u32::MAX; 4]),
        LatticeAbsorption(bit_and),
        Not(DistributiveOver(bit_xor), witness = ([1; 4], [0; 4], [0; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF]),
        ([0x5555_5555; 4], [0xAAAA_AAAA; 4]),
        ([0xFFFF_FFFF; 4], [0x8000_0000; 4]),
    ),
    classes(
        first_overlaps = a[0] & b[0] != 0,
        last_overlaps = a[3] & b[3] != 0,
        disjoint = a[0] & b[0] == 0 && a[3] & b[3] == 0,
    ),
    table(
        ([0xFF00_FF00, 0x1234_5679, 5, 0xFFFF_FFFF], [0xFF0_0FF0, 0xFEDC_BA99, 3, 0x8000_0000]) => [0xFFF0_FFF0, 0xFEFC_FEF9, 7, 0xFFFF_FFFF], "what either has, in each lane",
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [0; 4]) => [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], "ones fill their lanes, and no other",
        ([3, 5, 6, 9], [5, 3, 12, 10]) => [7, 7, 14, 11], "a bit of both counts once",
    ),
    alternates(
        de_morgan: wgsl = "fn bit_or(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return ~(~a & ~b); }",
    ),
)]
pub const fn bit_or(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]]
}
