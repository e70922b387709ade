use super::rotate_left;
use crate::shift;
use vyre_conform_runtime::vyre_op;

/// Rotation right of each lane of `a` by the same lane of `b` modulo 32: bits that leave at the bottom enter at the top
/// of the same lane.
#[vyre_op(
    laws(
        RightIdentity([0; 4]),
        // Every multiple of 32 is a right identity; the declared ones are 0 and a full rotation.
        RightIdentity([32; 4]),
        LeftAbsorbing([0; 4]),
        LeftAbsorbing([u32::MAX; 4]),
        InverseOf(rotate_left),
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
        ([1, 0x8000_0000, 1, 0x8000_0000], [1, 1, 2, 2]) => [0x8000_0000, 0x4000_0000, 0x4000_0000, 0x2000_0000], "the lowest bit goes round to the highest place, of its own lane",
        ([0x1234_5678; 4], [8, 4, 0, 16]) => [0x7812_3456, 0x8123_4567, 0x1234_5678, 0x5678_1234], "each lane by its own amount",
        ([0x1234_5678; 4], [32, 33, 64, 40]) => [0x1234_5678, 0x91A_2B3C, 0x1234_5678, 0x7812_3456], "contract: the amount is taken modulo 32",
        ([0xFFFF_FFFF, 0, 0, 0xFFFF_FFFF], [4, 4, 8, 8]) => [0xFFFF_FFFF, 0, 0, 0xFFFF_FFFF], "nothing of one lane comes into the other",
        ([0x1234_5679, 0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679], [3, 5, 7, 9]) => [0x2246_8ACF, 0xCFF6_E5D4, 0x33FD_B975, 0x3C89_1A2B], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        two_shifts: wgsl = "
fn rotate_right(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    let by = b & vec4<u32>(31u);
    return (a >> by) | (a << ((vec4<u32>(32u) - by) & vec4<u32>(31u)));
}",
    ),
)]
pub const fn rotate_right(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        shift::rotate_right(a[0], b[0]),
        shift::rotate_right(a[1], b[1]),
        shift::rotate_right(a[2], b[2]),
        shift::rotate_right(a[3], b[3]),
    ]
}
