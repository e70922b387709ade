use super::{bit_and, bit_or};
use vyre_conform_runtime::vyre_op;

/// Bitwise exclusive or of each pair of lanes.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity([0; 2]),
        SelfInverse([0; 2]),
        InverseOf(bit_xor),
        Not(DistributiveOver(bit_and), witness = ([1; 2], [0; 2], [1; 2])),
        Not(DistributiveOver(bit_or), witness = ([1; 2], [0; 2], [1; 2])),
    ),
    boundaries(
        ([0xFFFF_FFFF, 0], [0xFFFF_FFFF; 2]),
        ([0x5555_5555; 2], [0xAAAA_AAAA; 2]),
        ([0x8000_0000; 2], [0x8000_0000; 2]),
    ),
    classes(
        first_equal = a[0] == b[0] && a[1] != b[1],
        last_equal = a[0] != b[0] && a[1] == b[1],
        both_differ = a[0] != b[0] && a[1] != b[1],
    ),
    table(
        ([0xFF00_FF00, 0x1234_5679], [0xFF0_0FF0, 0xFEDC_BA99]) => [0xF0F0_F0F0, 0xECE8_ECE0], "what one of them has, in each lane",
        ([0xFFFF_FFFF, 7], [0xFFFF_FFFF, 0]) => [0, 7], "equal bits cancel in their lane alone",
        ([3, 5], [5, 3]) => [6; 2], "a bit of both is none",
    ),
    alternates(
        two_differences: wgsl = "fn bit_xor(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return (a & ~b) | (~a & b); }",
    ),
)]
pub const fn bit_xor(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0] ^ b[0], a[1] ^ b[1]]
}
