use crate::choice;
use vyre_conform_runtime::vyre_op;

/// Each lane of `value` clamped to the range from the lane of `lo` to that of `hi`.
///
/// It is raised to at least `lo`, then lowered to at most `hi`: if a range is empty, with `lo > hi`, the result is
/// `hi`.
#[vyre_op(
    laws(
        custom(widest, |f, a| f(a, [0, 0, 0, 0], [u32::MAX, u32::MAX, u32::MAX, u32::MAX]) == a),
        // A range of one number contains only that number.
        custom(narrowest, |f, a, b| f(a, b, b) == b),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0x8000_0000, 0, 0x8000_0000, 0], [0x7FFF_FFFF, 0, 0x7FFF_FFFF, 0], [0x8000_0000, 0xFFFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]),
        ([5, 0xFFFF_FFFF, 5, 0xFFFF_FFFF], [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF]),
        ([0; 4], [1; 4], [2; 4]),
        ([9; 4], [3; 4], [7; 4]),
    ),
    classes(
        inside = lo[0] <= value[0] && value[0] <= hi[0],
        below = lo[0] <= hi[0] && value[0] < lo[0],
        above = lo[0] <= hi[0] && value[0] > hi[0],
        empty_range = lo[0] > hi[0],
        lanes_differ = value[0] != value[3],
    ),
    table(
        ([5, 1, 9, 5], [3, 3, 3, 7], [7, 7, 7, 3]) => [5, 3, 7, 3], "each lane in its own range: inside, below, above, and contract: of an empty one the upper end",
        ([9, 5, 5, 1], [3, 7, 3, 3], [7, 3, 7, 7]) => [7, 3, 5, 3], "above, and contract: of an empty range the upper end wins",
        ([1, 9, 1, 9], [3; 4], [7; 4]) => [3, 7, 3, 7], "below and above",
        ([0x8000_0000, 0, 0x8000_0000, 0], [0; 4], [0x7FFF_FFFF, 0xFFFF_FFFF, 0x7FFF_FFFF, 0xFFFF_FFFF]) => [0x7FFF_FFFF, 0, 0x7FFF_FFFF, 0], "unsigned: bit 31 is a large number, not a sign",
        ([0xFEDC_BA99, 5, 0x1234_5679, 5], [0x1234_5679, 0xFEDC_BA99, 0, 0xFEDC_BA99], [0xFFFF_FFFF, 0xFFFF_FFFF, 0xFEDC_BA99, 0xFFFF_FFFF]) => [0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679, 0xFEDC_BA99], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([0; 4], [0x1_0000; 4], [0x2_0000; 4]) => [0x1_0000; 4], "a lower end whose low half is 0 is not 0",
    ),
    alternates(
        comparisons: wgsl = "
fn clamp(value: vec4<u32>, lo: vec4<u32>, hi: vec4<u32>) -> vec4<u32> {
    let outside = (value > hi) | (lo > hi);
    return select(select(value, lo, value < lo), hi, outside);
}",
    ),
)]
pub const fn clamp(value: [u32; 4], lo: [u32; 4], hi: [u32; 4]) -> [u32; 4] {
    [
        choice::clamp(value[0], lo[0], hi[0]),
        choice::clamp(value[1], lo[1], hi[1]),
        choice::clamp(value[2], lo[2], hi[2]),
        choice::clamp(value[3], lo[3], hi[3]),
    ]
}
