use super::philox4x32_bump;
use vyre_conform_runtime::vyre_op;

/// The key of the previous round of Philox4x32: each word minus its own constant.
///
/// The inverse of the Weyl sequence of [Salmon and others](https://doi.org/10.1145/2063384.2063405) (2011).
#[vyre_op(
    laws(
        InverseOf(philox4x32_bump),
        Odd(philox4x32_bump),
        Not(Involution, witness = ([0, 0])),
        Not(Idempotent, witness = ([0, 0])),
    ),
    boundaries(([0, 0]), ([u32::MAX, u32::MAX]), ([0x9E37_79B9, 0xBB67_AE85])),
    classes(
        first_wraps = a[0] < 0x9E37_79B9,
        second_wraps = a[1] < 0xBB67_AE85,
        neither = a[0] >= 0x9E37_79B9 && a[1] >= 0xBB67_AE85,
    ),
    table(
        ([0x9E37_79B9, 0xBB67_AE85]) => [0, 0], "the constants" from "Random123, philox.h, PHILOX_W32_0 and PHILOX_W32_1",
        ([0x9E37_79BA, 0xBB67_AE85]) => [1, 0], "the first word alone",
        ([0x9E37_79B9, 0xBB67_AE86]) => [0, 1], "the second word alone",
        ([0, 0]) => [0x61C8_8647, 0x4498_517B], "both wrap; no borrow goes from one to the other",
    ),
)]
pub const fn philox4x32_unbump(a: [u32; 2]) -> [u32; 2] {
    [
        a[0].wrapping_sub(0x9E37_79B9),
        a[1].wrapping_sub(0xBB67_AE85),
    ]
}
