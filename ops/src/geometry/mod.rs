//! Exact geometry of the plane: sides of lines, points in circles and triangles, and distances.
//!
//! No result is rounded, so the predicates never contradict each other. A point with small coordinates (`_i16`) is one
//! word with two signed coordinates, x in the low half and y in the high half. A point with large coordinates has two
//! signed 32-bit lanes. The axes are those of mathematics, y upwards, unless an op says otherwise.

mod cross;
mod distance_squared_i16;
mod edge_covers_i16;
mod in_triangle_i16;
mod incircle_i16;
mod manhattan;
mod orient2d;
mod orient2d_i16;

pub use cross::cross;
pub use distance_squared_i16::distance_squared_i16;
pub use edge_covers_i16::edge_covers_i16;
pub use in_triangle_i16::in_triangle_i16;
pub use incircle_i16::incircle_i16;
pub use manhattan::manhattan;
pub use orient2d::orient2d;
pub use orient2d_i16::orient2d_i16;

use vyre_conform_runtime::vyre_fn;

/// The x of a point of one word, plus 32,768.
#[vyre_fn]
pub(crate) const fn x_of(point: u32) -> u32 {
    (point ^ 0x8000) & 0xFFFF
}

/// The y of a point of one word, plus 32,768.
#[vyre_fn]
pub(crate) const fn y_of(point: u32) -> u32 {
    (point >> 16) ^ 0x8000
}

/// The sign of `left - right`, for two numbers given by sign and magnitude; the sign of magnitude 0 is ignored.
#[vyre_fn]
pub(crate) const fn difference(
    left_is_negative: bool,
    left: u64,
    right_is_negative: bool,
    right: u64,
) -> i32 {
    let left_is_negative = left_is_negative && left != 0;
    let right_is_negative = right_is_negative && right != 0;
    if left_is_negative != right_is_negative {
        if left_is_negative { -1 } else { 1 }
    } else if left == right {
        0
    } else if (left < right) == left_is_negative {
        1
    } else {
        -1
    }
}
