use super::{orient2d_i16, x_of, y_of};
use vyre_conform_runtime::vyre_op;

/// 1 if the point `c` is on the inner side of the triangle edge from `a` to `b`, or on the edge itself and that is a
/// top or a left edge; otherwise 0. The y axis points downwards, and the corners are in clockwise order as displayed. A
/// pixel belongs to the triangle if all three edges cover its centre. A point is one word with two signed coordinates,
/// x in the low half and y in the high half.
///
/// The [rasterization rules of
/// Direct3D](https://learn.microsoft.com/en-us/windows/win32/direct3d9/rasterization-rules): a top edge is level and
/// above the others, a left one goes up. Two triangles that share an edge share no pixel and leave none out.
#[vyre_op(
    laws(
        Bounded(0, 1),
        // Exactly one of the two triangles at an edge contains the point.
        custom(once, |f, a, b, c| a == b || f(a, b, c).wrapping_add(f(b, a, c)) == 1),
        // An edge of no length covers nothing.
        custom(degenerate, |f, a, b| f(a, a, b) == 0),
        Not(CommutativeFactors, witness = (0, 1, 0)),
    ),
    boundaries(
        (0x8000_8000, 0x8000_7FFF, 0x8000_0000),
        (0x8000_7FFF, 0x8000_8000, 0x8000_0000),
        (0x7FFF_8000, 0x8000_8000, 0x8000),
        (0, 0x5_0005, 0x2_0002),
        (0x5_0005, 0, 0x2_0002),
        (0, 1, 0x1_0000),
    ),
    classes(
        inside = edge_covers_i16(a, b, c) == 1 && orient2d_i16(a, b, c) != 0,
        outside = edge_covers_i16(a, b, c) == 0 && orient2d_i16(a, b, c) != 0,
        top = edge_covers_i16(a, b, c) == 1 && a >> 16 == b >> 16 && a >> 16 == c >> 16,
        left = edge_covers_i16(a, b, c) == 1 && orient2d_i16(a, b, c) == 0 && a >> 16 != b >> 16,
        right_or_bottom = edge_covers_i16(a, b, c) == 0 && orient2d_i16(a, b, c) == 0 && a != b,
    ),
    table(
        (0, 5, 2) => 1, "on a top edge" from "Direct3D, Rasterization Rules",
        (5, 0, 2) => 0, "on a bottom edge" from "Direct3D, Rasterization Rules",
        (0x5_0000, 0, 0x2_0000) => 1, "on a left edge" from "Direct3D, Rasterization Rules",
        (0, 0x5_0000, 0x2_0000) => 0, "on a right edge" from "Direct3D, Rasterization Rules",
        (0x5_0005, 0, 0x2_0002) => 1, "the diagonal is the left edge of the triangle on its right" from "Direct3D, Rasterization Rules",
        (0, 0x5_0005, 0x2_0002) => 0, "and the right one of the other" from "Direct3D, Rasterization Rules",
        (0, 5, 0x1_0002) => 1, "below an edge that goes to the right",
        (0, 5, 0xFFFF_0002) => 0, "above it",
        (3, 3, 3) => 0, "contract: an edge of no length covers nothing",
        (3, 3, 4) => 0, "whatever the point",
        (0x7FFF_7FF0, 0x7FFF_7FFF, 0x7FFF_7FF5) => 1, "far from the middle every bit counts",
        (0xFFFF, 1, 0) => 1, "the edge from -1 to 1 is a top edge",
        (0x1_0000, 0xFFFF_0000, 0) => 1, "and that from below to above a left one",
    ),
)]
pub const fn edge_covers_i16(a: u32, b: u32, c: u32) -> u32 {
    let side = orient2d_i16(c, a, b);
    let is_top = y_of(a) == y_of(b) && x_of(a) < x_of(b);
    let is_left = y_of(b) < y_of(a);
    (side == 1 || side == 0 && (is_top || is_left)) as u32
}
