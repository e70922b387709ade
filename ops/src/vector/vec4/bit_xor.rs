use super::{bit_and, bit_or};
use vyre_conform_runtime::vyre_op;

/// Bitwise exclusive or of each pair of lanes.
#[vyre_op(
    laws(
        Commutative,
        Identity([0; 4]),
        SelfInverse([0; 4]),
        InverseOf(bit_xor),
        Not(DistributiveOver(bit_and), witness = ([1; 4], [0; 4], [1; 4])),
        Not(DistributiveOver(bit_or), witness = ([1; 4], [0; 4], [1; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [0xFFFF_FFFF; 4]),
        ([0x5555_5555; 4], [0xAAAA_AAAA; 4]),
        ([0x8000_0000; 4], [0x8000_0000; 4]),
    ),
    classes(
        first_equal = a[0] == b[0] && a[3] != b[3],
        last_equal = a[0] != b[0] && a[3] == b[3],
        both_differ = a[0] != b[0] && a[3] != b[3],
    ),
    table(
        ([0xFF00_FF00, 0x1234_5679, 5, 0xFFFF_FFFF], [0xFF0_0FF0, 0xFEDC_BA99, 3, 0x8000_0000]) => [0xF0F0_F0F0, 0xECE8_ECE0, 6, 0x7FFF_FFFF], "what one of them has, in each lane",
        ([0xFFFF_FFFF, 7, 0xFFFF_FFFF, 7], [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0]) => [0, 7, 0, 7], "equal bits cancel in their lane alone",
        ([3, 5, 6, 9], [5, 3, 12, 10]) => [6, 6, 10, 3], "a bit of both is none",
    ),
    alternates(
        two_differences: wgsl = "fn bit_xor(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return (a & ~b) | (~a & b); }",
    ),
)]
pub const fn bit_xor(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]]
}
