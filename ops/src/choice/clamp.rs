use super::{max, min};
use vyre_conform_runtime::vyre_op;

/// `value` clamped to the range from `lo` to `hi`: raised to at least `lo`, then lowered to at most `hi`.
///
/// The range may be empty: with `lo > hi` the result is `hi`. That makes the op total, where `u32::clamp` panics. WGSL
/// defines its integer `clamp` as the same `min(max(e, low), high)`.
#[vyre_op(
    laws(
        // The larger of the first two operands is the same in either order.
        CommutativeFactors,
        // Every number is within the widest range, so no bound below the type's own holds.
        Not(Bounded(0, 0x7FFF_FFFF), witness = (u32::MAX, 0, u32::MAX)),
    ),
    boundaries(
        (0x8000_0000, 0x7FFF_FFFF, 0x8000_0000),
        (0, 0, u32::MAX),
        (u32::MAX, 0, u32::MAX),
        (5, u32::MAX, 0),
    ),
    classes(
        inside = lo <= value && value <= hi,
        below = lo <= hi && value < lo,
        above = lo <= hi && value > hi,
        empty_range = lo > hi,
    ),
    table(
        (5, 3, 7) => 5, "inside the range the value stays",
        (1, 3, 7) => 3, "below the range it becomes the lower end",
        (9, 3, 7) => 7, "above the range it becomes the upper end",
        (5, 7, 3) => 3, "contract: of an empty range the upper end wins",
        (0x8000_0000, 0, 0x7FFF_FFFF) => 0x7FFF_FFFF, "unsigned: bit 31 is a large number, not a sign",
        (0xFEDC_BA98, 0x1234_5679, 0xFFFF_FFFF) => 0xFEDC_BA98, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (0, 0x0001_0000, 0x0002_0000) => 0x0001_0000, "a lower end whose low half is 0 is not 0",
    ),
    alternates(
        comparisons: wgsl = "
fn clamp(value: u32, lo: u32, hi: u32) -> u32 {
    if value > hi || lo > hi { return hi; }
    if value < lo { return lo; }
    return value;
}",
    ),
)]
pub const fn clamp(value: u32, lo: u32, hi: u32) -> u32 {
    min(max(value, lo), hi)
}
