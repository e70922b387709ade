use crate::wide::negate;
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// The cross product of two vectors of the plane with signed lanes, `a.x b.y - a.y b.x`, as the 64 bits of a signed
/// number: twice the signed area of the triangle that they span, exact for every operand.
///
/// Half of it, summed over the edges of a polygon, is its area ([Shoelace
/// formula](https://en.wikipedia.org/wiki/Shoelace_formula)).
#[vyre_op(
    laws(
        SelfInverse(0),
        custom(turns_round, |f, a, b| negate(f(b, a)) == f(a, b)),
        custom(vanishes, |f, a| f(a, [0, 0]) == 0),
        Not(Commutative, witness = ([1, 0], [0, 1])),
    ),
    boundaries(
        ([0x8000_0000; 2], [0x7FFF_FFFF, 0x8000_0000]),
        ([0x8000_0000; 2], [0x8000_0000, 0x7FFF_FFFF]),
        ([u32::MAX, 0], [0, u32::MAX]),
        ([1, 0], [0, 1]),
    ),
    classes(
        left = (cross(a, b) >> 63) == 0 && cross(a, b) != 0,
        right = (cross(a, b) >> 63) == 1,
        parallel = cross(a, b) == 0 && a[0] != b[0],
        more_than_a_word = (cross(a, b) >> 32) != 0 && (cross(a, b) >> 32) != 0xFFFF_FFFF,
    ),
    table(
        ([1, 0], [0, 1]) => 1, "the unit square, counterclockwise",
        ([0, 1], [1, 0]) => 0xFFFF_FFFF_FFFF_FFFF, "and clockwise: -1",
        ([3, 4], [6, 8]) => 0, "parallel vectors span nothing",
        ([3, 4], [0xFFFF_FFFD, 0xFFFF_FFFC]) => 0, "nor do opposite ones",
        ([0x8000_0000; 2], [0x7FFF_FFFF, 0x8000_0000]) => 0x7FFF_FFFF_8000_0000, "the most that there is, 2^63 - 2^31",
        ([0x8000_0000; 2], [0x8000_0000, 0x7FFF_FFFF]) => 0x8000_0000_8000_0000, "and the least",
        ([0x1234_5679, 0x0765_4321], [0xFEDC_BA97, 0x1111_1111]) => 0x013F_1A8B_1864_3492, "by Python's integers",
    ),
)]
pub const fn cross(a: [u32; 2], b: [u32; 2]) -> u64 {
    let (ax, ay) = (extended(a[0]), extended(a[1]));
    let (bx, by) = (extended(b[0]), extended(b[1]));
    ax.wrapping_mul(by).wrapping_sub(ay.wrapping_mul(bx))
}

/// A signed 32-bit number as a 64-bit one.
#[vyre_fn]
const fn extended(a: u32) -> u64 {
    a as i32 as u64
}
