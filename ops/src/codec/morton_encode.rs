use super::morton_decode;
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// Spreads bits two places apart, from the lowest up.
#[vyre_fn]
pub(super) const fn spread(a: u32) -> u64 {
    let mut bits = a as u64;
    bits = (bits | (bits << 16)) & 0x0000_FFFF_0000_FFFF;
    bits = (bits | (bits << 8)) & 0x00FF_00FF_00FF_00FF;
    bits = (bits | (bits << 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    bits = (bits | (bits << 2)) & 0x3333_3333_3333_3333;
    (bits | (bits << 1)) & 0x5555_5555_5555_5555
}

/// The Morton code of a point of the plane: the interleaved bits of its two coordinates, x lowest. Ascending codes
/// follow the Z-order curve.
///
/// G. M. Morton, 1966; [Giesen, "Decoding Morton
/// codes"](https://fgiesen.wordpress.com/2009/12/13/decoding-morton-codes/), 2009.
#[vyre_op(
    laws(
        InverseOf(morton_decode),
        // Vectors have no order and no ops, so no other law applies.
    ),
    boundaries(([0, 0]), ([u32::MAX, 0]), ([0, u32::MAX]), ([u32::MAX, u32::MAX]), ([0x8000_0000, 1])),
    classes(
        x_alone = a[1] == 0 && a[0] != 0,
        y_alone = a[0] == 0 && a[1] != 0,
        both = a[0] != 0 && a[1] != 0,
    ),
    table(
        ([1, 0]) => 1, "x is the lowest bit",
        ([0, 1]) => 2, "y the one above it",
        ([7, 0]) => 21, "010101" from "Wikipedia, Z-order curve, the figure of 8 by 8",
        ([0, 7]) => 42, "101010" from "Wikipedia, Z-order curve, the figure of 8 by 8",
        ([3, 6]) => 45, "011 and 110 are 101101" from "Wikipedia, Z-order curve, the figure of 8 by 8",
        ([0xFFFF_FFFF, 0]) => 0x5555_5555_5555_5555, "all bits of x",
        ([0, 0xFFFF_FFFF]) => 0xAAAA_AAAA_AAAA_AAAA, "all bits of y",
        ([0x1_0000, 0x8000_0000]) => 0x8000_0001_0000_0000, "bit 16 of x begins the high word, bit 31 of y ends it",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn morton_encode(a: vec2<u32>) -> vec2<u32> {
    var low = 0u;
    var high = 0u;
    for (var i = 0u; i < 16u; i++) {
        low = low | (((a.x >> i) & 1u) << (2u * i)) | (((a.y >> i) & 1u) << (2u * i + 1u));
        high = high | (((a.x >> (i + 16u)) & 1u) << (2u * i)) | (((a.y >> (i + 16u)) & 1u) << (2u * i + 1u));
    }
    return vec2<u32>(low, high);
}",
    ),
)]
pub const fn morton_encode(a: [u32; 2]) -> u64 {
    spread(a[0]) | (spread(a[1]) << 1)
}
