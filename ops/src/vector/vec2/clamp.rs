use crate::choice;
use vyre_conform_runtime::vyre_op;

/// Each lane of `value` clamped to the range from the lane of `lo` to that of `hi`.
///
/// It is raised to at least `lo`, then lowered to at most `hi`: if a range is empty, with `lo > hi`, the result is
/// `hi`.
#[vyre_op(
    laws(
        // The larger of the first two operands is the same in either order.
        CommutativeFactors,
        custom(widest, |f, a| f(a, [0, 0], [u32::MAX, u32::MAX]) == a),
        // A range of one number contains only that number.
        custom(narrowest, |f, a, b| f(a, b, b) == b),
    ),
    boundaries(
        ([0x8000_0000, 0], [0x7FFF_FFFF, 0], [0x8000_0000, 0xFFFF_FFFF]),
        ([5, 0xFFFF_FFFF], [0xFFFF_FFFF, 0], [0, 0xFFFF_FFFF]),
        ([0; 2], [1; 2], [2; 2]),
        ([9; 2], [3; 2], [7; 2]),
    ),
    classes(
        inside = lo[0] <= value[0] && value[0] <= hi[0],
        below = lo[0] <= hi[0] && value[0] < lo[0],
        above = lo[0] <= hi[0] && value[0] > hi[0],
        empty_range = lo[0] > hi[0],
        lanes_differ = value[0] != value[1],
    ),
    table(
        ([5, 1], [3; 2], [7; 2]) => [5, 3], "each lane in its own range: inside, below, above, and contract: of an empty one the upper end",
        ([9, 5], [3, 7], [7, 3]) => [7, 3], "above, and contract: of an empty range the upper end wins",
        ([1, 9], [3; 2], [7; 2]) => [3, 7], "below and above",
        ([0x8000_0000, 0], [0; 2], [0x7FFF_FFFF, 0xFFFF_FFFF]) => [0x7FFF_FFFF, 0], "unsigned: bit 31 is a large number, not a sign",
        ([0xFEDC_BA99, 5], [0x1234_5679, 0xFEDC_BA99], [0xFFFF_FFFF; 2]) => [0xFEDC_BA99; 2], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([0; 2], [0x1_0000; 2], [0x2_0000; 2]) => [0x1_0000; 2], "a lower end whose low half is 0 is not 0",
    ),
    alternates(
        comparisons: wgsl = "
fn clamp(value: vec2<u32>, lo: vec2<u32>, hi: vec2<u32>) -> vec2<u32> {
    let outside = (value > hi) | (lo > hi);
    return select(select(value, lo, value < lo), hi, outside);
}",
    ),
)]
pub const fn clamp(value: [u32; 2], lo: [u32; 2], hi: [u32; 2]) -> [u32; 2] {
    [
        choice::clamp(value[0], lo[0], hi[0]),
        choice::clamp(value[1], lo[1], hi[1]),
    ]
}
