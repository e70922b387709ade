use super::{difference, x_of, y_of};
use crate::signed::sneg;
use vyre_conform_runtime::vyre_op;

/// The side of the line from `a` to `b` on which the point `c` is: 1 to the left, -1 to the right, 0 on the line. A
/// point is one word with two signed coordinates, x in the low half and y in the high half.
///
/// `ORIENT2D` of [Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates](https://people.eecs.berkeley.edu/~jrs/papers/robust-predicates.pdf), 1997: the sign of
/// `(b - a) x (c - a)`.
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
        (0x8000_8000, 0x7FFF_7FFF, 0),
        (0x8000_8000, 0x7FFF_7FFF, 0x7FFE_7FFF),
        (0x8000_8000, 0x7FFF_7FFF, 0x7FFF_7FFE),
        (0x8000_8000, 0x8000_7FFF, 0x7FFF_8000),
        (0, 1, 0x1_0000),
        (0, 0x1_0001, 0x2_0002),
    ),
    classes(
        left = orient2d_i16(a, b, c) == 1,
        right = orient2d_i16(a, b, c) == -1,
        on_the_line = orient2d_i16(a, b, c) == 0 && a != b && b != c && a != c,
    ),
    table(
        (0, 1, 0x1_0000) => 1, "counterclockwise" from "Shewchuk 1997, ORIENT2D",
        (0, 0x1_0000, 1) => -1, "clockwise" from "Shewchuk 1997, ORIENT2D",
        (0, 0x1_0001, 0x2_0002) => 0, "on a line" from "Shewchuk 1997, ORIENT2D",
        (0, 0x1_0001, 0xFFFE_FFFE) => 0, "before both points of it",
        (0, 0xFFFF_FFFF, 0xFFFE_FFFF) => 1, "both terms are positive, the first is larger",
        (0, 0x1_FFFF, 0x1_FFFE) => 1, "both are negative, the first is smaller in amount",
        (0, 0x1_FFFE, 0x1_FFFF) => -1, "or larger",
        (0, 0x3_0002, 0x2_0001) => 1, "both are positive: 4 and 3",
        (0, 0x2_0001, 0x3_0002) => -1, "3 and 4",
        (0, 1, 0xFFFF) => 0, "two terms of 0, one of them of factors with different signs",
        (0, 0x1_0000, 0xFFFF_0000) => 0, "the same upright",
        (0, 1, 0x1_FFFF) => 1, "0 for a term",
        (0, 1, 0xFFFF_FFFF) => -1, "and on the other side",
        (0x8000_8000, 0x7FFF_7FFF, 0x7FFE_7FFF) => -1, "terms of 32 bits that differ by 65,535",
        (0x8000_8000, 0x7FFF_7FFF, 0x7FFF_7FFE) => 1, "on the other side",
        (0x8000_8000, 0x7FFF_7FFF, 0x5_0005) => 0, "a diagonal through all coordinates",
        (0x1234_5678, 0x1236_5679, 0x1238_567A) => 0, "every bit counts",
        (0x1234_5678, 0x1236_5679, 0x1237_567A) => -1, "a point one below",
    ),
    alternates(
        multiplied_out: wgsl = "
fn orient2d_i16(a: u32, b: u32, c: u32) -> i32 {
    let p = vec2<i32>(bitcast<i32>(a << 16u), bitcast<i32>(a)) >> vec2<u32>(16u);
    let q = (vec2<i32>(bitcast<i32>(b << 16u), bitcast<i32>(b)) >> vec2<u32>(16u)) - p;
    let r = (vec2<i32>(bitcast<i32>(c << 16u), bitcast<i32>(c)) >> vec2<u32>(16u)) - p;
    // Products of 17 bits by 17, their low byte apart.
    let high = q.x * (r.y >> 8u) - q.y * (r.x >> 8u);
    let low = q.x * (r.y & 255) - q.y * (r.x & 255);
    let upper = high + (low >> 8u);
    return select(sign(upper), 1, upper == 0 && (low & 255) != 0);
}",
    ),
)]
pub const fn orient2d_i16(a: u32, b: u32, c: u32) -> i32 {
    let (ax, ay) = (x_of(a), y_of(a));
    let (bx, by) = (x_of(b), y_of(b));
    let (cx, cy) = (x_of(c), y_of(c));
    // At most 65,535 each: the products fit a word.
    let left = bx.abs_diff(ax).wrapping_mul(cy.abs_diff(ay));
    let right = cx.abs_diff(ax).wrapping_mul(by.abs_diff(ay));
    difference(
        (bx < ax) != (cy < ay),
        left as u64,
        (cx < ax) != (by < ay),
        right as u64,
    )
}
