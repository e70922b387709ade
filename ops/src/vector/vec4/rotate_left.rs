use super::rotate_right;
use crate::shift;
use vyre_conform_runtime::vyre_op;

/// Rotation left of each lane of `a` by the same lane of `b` modulo 32: bits that leave at the top enter at the bottom
/// of the same lane.
#[vyre_op(
    laws(
        RightIdentity([0; 4]),
        // Every multiple of 32 is a right identity; the declared ones are 0 and a full rotation.
        RightIdentity([32; 4]),
        LeftAbsorbing([0; 4]),
        LeftAbsorbing([u32::MAX; 4]),
        InverseOf(rotate_right),
        // A full rotation changes nothing.
        Not(RightInjective, witness = ([1; 4], [0; 4], [32; 4])),
        Not(Commutative, witness = ([1; 4], [0; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0x8000_0000, 1, 0x8000_0000, 1], [1, 31, 31, 1]),
        ([1, 0x8000_0000, 1, 0x8000_0000], [32, 33, 1, 0]),
        ([0x8000_0001; 4], [0xFFFF_FFFF; 4]),
    ),
    classes(
        by_nothing = b[0] & 31 == 0,
        same_amount = b[0] == b[3],
        amounts_differ = b[0] & 31 != b[3] & 31,
        amount_wraps = b[0] >= 32,
    ),
    table(
        ([0x8000_0000, 1, 0x8000_0000, 1], [1, 1, 2, 2]) => [1, 2, 2, 4], "the highest bit goes round to the lowest place, of its own lane",
        ([0x1234_5678; 4], [8, 4, 0, 16]) => [0x3456_7812, 0x2345_6781, 0x1234_5678, 0x5678_1234], "each lane by its own amount",
        ([0x1234_5678; 4], [32, 33, 64, 40]) => [0x1234_5678, 0x2468_ACF0, 0x1234_5678, 0x3456_7812], "contract: the amount is taken modulo 32",
        ([0xFFFF_FFFF, 0, 0, 0xFFFF_FFFF], [4, 4, 8, 8]) => [0xFFFF_FFFF, 0, 0, 0xFFFF_FFFF], "nothing of one lane comes into the other",
        ([0x1234_5679, 0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679], [3, 5, 7, 9]) => [0x91A2_B3C8, 0xDB97_533F, 0x6E5D_4CFF, 0x68AC_F224], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        two_shifts: wgsl = "
fn rotate_left(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    let by = b & vec4<u32>(31u);
    return (a << by) | (a >> ((vec4<u32>(32u) - by) & vec4<u32>(31u)));
}",
    ),
)]
pub const fn rotate_left(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        shift::rotate_left(a[0], b[0]),
        shift::rotate_left(a[1], b[1]),
        shift::rotate_left(a[2], b[2]),
        shift::rotate_left(a[3], b[3]),
    ]
}
