use super::difference;
use crate::signed::sneg;
use vyre_conform_runtime::vyre_op;

/// The side of the line from `a` to `b` on which the point `c` is: 1 to the left, -1 to the right, 0 on the line. The
/// points have two signed lanes.
///
/// `ORIENT2D` of [Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates](https://people.eecs.berkeley.edu/~jrs/papers/robust-predicates.pdf), 1997: the sign of
/// `(b - a) x (c - a)`, whose terms have 66 bits. Here they are compared by sign and magnitude, which has 64 bits.
#[vyre_op(
    laws(
        Bounded(-1, 1),
        // With the other two points exchanged, the same triangle has the opposite orientation.
        custom(turns_round, |f, a, b, c| sneg(f(a, c, b)) == f(a, b, c)),
        // A segment of no length has no sides.
        custom(degenerate, |f, a, b| f(a, a, b) == 0 && f(a, b, a) == 0 && f(a, b, b) == 0),
        // f(a, b, c) = f(b, c, a) holds; solvers do not expand the products of differences beside a comparison.
    ),
    boundaries(
        ([0x8000_0000; 2], [0x7FFF_FFFF; 2], [0; 2]),
        ([0x8000_0000; 2], [0x7FFF_FFFF; 2], [0x7FFF_FFFF, 0x7FFF_FFFE]),
        ([0x8000_0000; 2], [0x7FFF_FFFF; 2], [0x7FFF_FFFE, 0x7FFF_FFFF]),
        ([0x8000_0000; 2], [0x7FFF_FFFF, 0x8000_0000], [0x8000_0000, 0x7FFF_FFFF]),
        ([0; 2], [1, 0], [0, 1]),
        ([0; 2], [1, 1], [2, 2]),
    ),
    classes(
        left = orient2d(a, b, c) == 1,
        right = orient2d(a, b, c) == -1,
        on_the_line = orient2d(a, b, c) == 0 && a[0] != b[0] && a[0] != c[0] && b[0] != c[0],
    ),
    table(
        ([0, 0], [1, 0], [0, 1]) => 1, "counterclockwise" from "Shewchuk 1997, ORIENT2D",
        ([0, 0], [0, 1], [1, 0]) => -1, "clockwise" from "Shewchuk 1997, ORIENT2D",
        ([0, 0], [1, 1], [2, 2]) => 0, "on a line" from "Shewchuk 1997, ORIENT2D",
        ([0, 0], [1, 1], [0xFFFF_FFFE, 0xFFFF_FFFE]) => 0, "before both points of it",
        ([0, 0], [0xFFFF_FFFF, 0xFFFF_FFFF], [0xFFFF_FFFF, 0xFFFF_FFFE]) => 1, "both terms are positive, the first is larger",
        ([0, 0], [0xFFFF_FFFF, 1], [0xFFFF_FFFE, 1]) => 1, "both are negative, the first is smaller in amount",
        ([0, 0], [0xFFFF_FFFE, 1], [0xFFFF_FFFF, 1]) => -1, "or larger",
        ([0, 0], [2, 3], [1, 2]) => 1, "both are positive: 4 and 3",
        ([0, 0], [1, 2], [2, 3]) => -1, "3 and 4",
        ([0, 0], [1, 0], [0xFFFF_FFFF, 0]) => 0, "two terms of 0, one of them of factors with different signs",
        ([0, 0], [0, 1], [0, 0xFFFF_FFFF]) => 0, "the same upright",
        ([0, 0], [1, 0], [0xFFFF_FFFF, 1]) => 1, "0 for a term",
        ([0, 0], [1, 0], [0xFFFF_FFFF, 0xFFFF_FFFF]) => -1, "and on the other side",
        ([0x8000_0000; 2], [0x7FFF_FFFF; 2], [0x7FFF_FFFF, 0x7FFF_FFFE]) => -1, "terms of 64 bits that differ by 2^32 - 1",
        ([0x8000_0000; 2], [0x7FFF_FFFF; 2], [0x7FFF_FFFE, 0x7FFF_FFFF]) => 1, "on the other side",
        ([0x8000_0000; 2], [0x7FFF_FFFF; 2], [5, 5]) => 0, "a diagonal through all coordinates",
        ([0x1234_5678, 0x9ABC_DEF1], [0x1234_5679, 0x9ABC_DEF3], [0x1234_567A, 0x9ABC_DEF5]) => 0, "every bit counts",
        ([0x1234_5678, 0x9ABC_DEF1], [0x1234_5679, 0x9ABC_DEF3], [0x1234_567A, 0x9ABC_DEF4]) => -1, "a point one below",
    ),
)]
pub const fn orient2d(a: [u32; 2], b: [u32; 2], c: [u32; 2]) -> i32 {
    // Signed numbers in the order of unsigned ones.
    let (ax, ay) = (a[0] ^ 0x8000_0000, a[1] ^ 0x8000_0000);
    let (bx, by) = (b[0] ^ 0x8000_0000, b[1] ^ 0x8000_0000);
    let (cx, cy) = (c[0] ^ 0x8000_0000, c[1] ^ 0x8000_0000);
    let left = (bx.abs_diff(ax) as u64).wrapping_mul(cy.abs_diff(ay) as u64);
    let right = (cx.abs_diff(ax) as u64).wrapping_mul(by.abs_diff(ay) as u64);
    difference((bx < ax) != (cy < ay), left, (cx < ax) != (by < ay), right)
}
