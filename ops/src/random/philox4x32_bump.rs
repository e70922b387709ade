use super::philox4x32_unbump;
use vyre_conform_runtime::vyre_op;

/// The key of the next round of Philox4x32: each word plus its own constant, a Weyl sequence.
///
/// [Salmon and others](https://doi.org/10.1145/2063384.2063405) (2011): the constants are the golden ratio minus 1 and
/// the square root of 3 minus 1, in units of 2^-32.
#[vyre_op(
    laws(
        InverseOf(philox4x32_unbump),
        Odd(philox4x32_unbump),
        Not(Involution, witness = ([0, 0])),
        Not(Idempotent, witness = ([0, 0])),
    ),
    boundaries(([0, 0]), ([u32::MAX, u32::MAX]), ([0x61C8_8647, 0x4498_517B])),
    classes(
        first_wraps = a[0] >= 0x61C8_8647,
        second_wraps = a[1] >= 0x4498_517B,
        neither = a[0] < 0x61C8_8647 && a[1] < 0x4498_517B,
    ),
    table(
        ([0, 0]) => [0x9E37_79B9, 0xBB67_AE85], "the constants" from "Random123, philox.h, PHILOX_W32_0 and PHILOX_W32_1",
        ([1, 0]) => [0x9E37_79BA, 0xBB67_AE85], "the first word alone",
        ([0, 1]) => [0x9E37_79B9, 0xBB67_AE86], "the second word alone",
        ([0x61C8_8647, 0x4498_517B]) => [0, 0], "both wrap; no carry goes from one to the other",
        ([0x9E37_79B9, 0xBB67_AE85]) => [0x3C6E_F372, 0x76CF_5D0A], "twice the constants",
    ),
)]
pub const fn philox4x32_bump(a: [u32; 2]) -> [u32; 2] {
    [
        a[0].wrapping_add(0x9E37_79B9),
        a[1].wrapping_add(0xBB67_AE85),
    ]
}
