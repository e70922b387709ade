use super::{orient2d_i16, x_of, y_of};
use crate::compare::eq;
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// 1 if the point `d` is in the triangle of `a`, `b` and `c`, on its edges, or on its corners; otherwise 0. The corners
/// may be in either orientation, and may be collinear, where the triangle is a segment or a point. A point is one word
/// with two signed coordinates, x in the low half and y in the high half.
///
/// The test: no two edges have the point on different sides ([O'Rourke, Computational Geometry in
/// C](https://www.science.smith.edu/~jorourke/books/compgeom.html), section 7.4). It is also within the extent of the
/// corners, which decides collinear cases.
#[vyre_op(
    laws(
        Bounded(0, 1),
        custom(turned, |f, a, b, c, d| f(b, c, a, d) == f(a, b, c, d)),
        // f(a, c, b, d) = f(a, b, c, d) holds; solvers take a minute to prove it.
        custom(corners, |f, a, b, c| f(a, b, c, a) == 1 && f(a, b, c, b) == 1 && f(a, b, c, c) == 1),
        // A triangle of one point contains only that point.
        custom(point, |f, a, b| f(a, a, a, b) == eq(a, b)),
    ),
    boundaries(
        (0x8000_8000, 0x8000_7FFF, 0x7FFF_7FFF, 0),
        (0x8000_8000, 0x7FFF_7FFF, 0x7FFF_8000, 0x8000_8001),
        (0, 4, 0x4_0000, 0x1_0001),
        (0, 4, 0x4_0000, 0x2_0002),
        (0, 4, 0x4_0000, 0x3_0002),
        (0, 2, 4, 3),
        (0, 2, 4, 5),
        (3, 3, 3, 3),
    ),
    classes(
        inside = in_triangle_i16(a, b, c, d) == 1 && a != d && b != d && c != d,
        outside = in_triangle_i16(a, b, c, d) == 0,
        segment = orient2d_i16(a, b, c) == 0 && in_triangle_i16(a, b, c, d) == 1 && a != d && b != d && c != d,
    ),
    table(
        (0, 4, 0x4_0000, 0x1_0001) => 1, "inside",
        (0, 0x4_0000, 4, 0x1_0001) => 1, "whichever way the corners turn",
        (0, 4, 0x4_0000, 0x2_0002) => 1, "on the edge across",
        (0, 4, 0x4_0000, 2) => 1, "on the level edge",
        (0, 4, 0x4_0000, 0x2_0000) => 1, "on the upright edge",
        (0, 4, 0x4_0000, 0x3_0002) => 0, "beyond the edge across",
        (0, 4, 0x4_0000, 0xFFFF_0001) => 0, "below the level one",
        (0, 4, 0x4_0000, 0x1_FFFF) => 0, "left of the upright one",
        (0, 4, 0x4_0000, 5) => 0, "in line with an edge, beyond it on the right",
        (0, 4, 0x4_0000, 0xFFFF) => 0, "and on the left",
        (0, 4, 0x4_0000, 0x5_0000) => 0, "above",
        (0, 4, 0x4_0000, 0xFFFF_0000) => 0, "below",
        (0, 2, 4, 3) => 1, "corners on a line: a segment",
        (0, 2, 4, 5) => 0, "beyond it",
        (0, 0x2_0000, 0x4_0000, 0x5_0000) => 0, "beyond an upright one",
        (0, 0x2_0000, 0x4_0000, 0xFFFF_0000) => 0, "and below",
        (0, 2, 4, 0xFFFF) => 0, "before it",
        (2, 4, 0, 0x1_0002) => 0, "beside it",
        (0xFFFC_0000, 4, 0x4_0000, 0xFFFF_0001) => 1, "a corner below, and a point",
        (0x7FFF_7FFF, 0x7FFF_7FF0, 0x7FF0_7FFF, 0x7FF1_7FF1) => 0, "far from the middle every bit counts",
        (3, 3, 3, 3) => 1, "corners that are one point",
        (3, 3, 3, 4) => 0, "which is not the one beside it",
    ),
)]
pub const fn in_triangle_i16(a: u32, b: u32, c: u32, d: u32) -> u32 {
    let (ab, bc, ca) = (
        orient2d_i16(d, a, b),
        orient2d_i16(d, b, c),
        orient2d_i16(d, c, a),
    );
    let is_left = ab == 1 || bc == 1 || ca == 1;
    let is_right = ab == -1 || bc == -1 || ca == -1;
    let is_beside = beyond(x_of(a), x_of(b), x_of(c), x_of(d));
    let is_above = beyond(y_of(a), y_of(b), y_of(c), y_of(d));
    (!(is_left && is_right || is_beside || is_above)) as u32
}

/// True if a number is less than three others, or greater.
#[vyre_fn]
const fn beyond(a: u32, b: u32, c: u32, d: u32) -> bool {
    d < a && d < b && d < c || d > a && d > b && d > c
}
