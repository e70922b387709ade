use super::{bit_and, bit_or, bit_xor, rotate_right};
use crate::shift;
use vyre_conform_runtime::vyre_op;

/// Rotation left of each lane of `a` by the same lane of `b` modulo 32: bits that leave at the top enter at the bottom
/// of the same lane.
#[vyre_op(
    laws(
        RightIdentity([0; 2]),
        // Every multiple of 32 is a right identity; the declared ones are 0 and a full rotation.
        RightIdentity([32; 2]),
        LeftAbsorbing([0; 2]),
        LeftAbsorbing([u32::MAX; 2]),
        InverseOf(rotate_right),
        RightDistributiveOver(bit_and),
        RightDistributiveOver(bit_or),
        RightDistributiveOver(bit_xor),
        // A full rotation changes nothing.
        Not(RightInjective, witness = ([1; 2], [0; 2], [32; 2])),
        Not(Commutative, witness = ([1; 2], [0; 2])),
    ),
    boundaries(
        ([0x8000_0000, 1], [1, 31]),
        ([1, 0x8000_0000], [32, 33]),
        ([0x8000_0001; 2], [0xFFFF_FFFF; 2]),
    ),
    classes(
        by_nothing = b[0] & 31 == 0,
        same_amount = b[0] == b[1],
        amounts_differ = b[0] & 31 != b[1] & 31,
        amount_wraps = b[0] >= 32,
    ),
    table(
        ([0x8000_0000, 1], [1; 2]) => [1, 2], "the highest bit goes round to the lowest place, of its own lane",
        ([0x1234_5678; 2], [8, 4]) => [0x3456_7812, 0x2345_6781], "each lane by its own amount",
        ([0x1234_5678; 2], [32, 33]) => [0x1234_5678, 0x2468_ACF0], "contract: the amount is taken modulo 32",
        ([0xFFFF_FFFF, 0], [4; 2]) => [0xFFFF_FFFF, 0], "nothing of one lane comes into the other",
        ([0x1234_5679, 0xFEDC_BA99], [3, 5]) => [0x91A2_B3C8, 0xDB97_533F], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        two_shifts: wgsl = "
fn rotate_left(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let by = b & vec2<u32>(31u);
    return (a << by) | (a >> ((vec2<u32>(32u) - by) & vec2<u32>(31u)));
}",
    ),
)]
pub const fn rotate_left(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [
        shift::rotate_left(a[0], b[0]),
        shift::rotate_left(a[1], b[1]),
    ]
}
