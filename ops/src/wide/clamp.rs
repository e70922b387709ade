use super::{max, min};
use vyre_conform_runtime::vyre_op;

/// `value` clamped to the range from `lo` to `hi`: raised to at least `lo`, then lowered to at most `hi`.
///
/// The range may be empty: with `lo > hi` the result is `hi`. That makes the op total, where `u64::clamp` panics; it is
/// [`clamp`] of WGSL for 64-bit integers.
///
/// [`clamp`]: https://www.w3.org/TR/WGSL/#clamp
#[vyre_op(
    laws(
        // The larger of the first two operands is the same in either order.
        CommutativeFactors,
        // Every number is within the widest range, so no bound below the type's own holds.
        Not(Bounded(0, 0x7FFF_FFFF_FFFF_FFFF), witness = (u64::MAX, 0, u64::MAX)),
    ),
    boundaries(
        (0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000),
        (0, 0, u64::MAX),
        (u64::MAX, 0, u64::MAX),
        (5, u64::MAX, 0),
        (0x1_0000_0000, 0xFFFF_FFFF, 0x1_0000_0001),
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
        (0x8000_0000_0000_0000, 0, 0x7FFF_FFFF_FFFF_FFFF) => 0x7FFF_FFFF_FFFF_FFFF, "unsigned: bit 63 is a large number, not a sign",
        (0, 0x1_0000_0000, 0x2_0000_0000) => 0x1_0000_0000, "a lower end whose low word is 0 is not 0",
        (0x1_0000_0000, 0xFFFF_FFFF, 0x1_0000_0001) => 0x1_0000_0000, "the high words decide, whatever the low words say",
        (0xFEDC_BA98_7654_3211, 0x1234_5678_9ABC_DEF1, 0xFFFF_FFFF_FFFF_FFFF) => 0xFEDC_BA98_7654_3211, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        comparisons: wgsl = "
fn above(a: vec2<u32>, b: vec2<u32>) -> bool { return a.y > b.y || (a.y == b.y && a.x > b.x); }
fn clamp(value: vec2<u32>, lo: vec2<u32>, hi: vec2<u32>) -> vec2<u32> {
    if above(value, hi) || above(lo, hi) { return hi; }
    if above(lo, value) { return lo; }
    return value;
}",
    ),
)]
pub const fn clamp(value: u64, lo: u64, hi: u64) -> u64 {
    min(max(value, lo), hi)
}
