use super::morton_encode;
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// Compacts every other bit, from the lowest up.
#[vyre_fn]
pub(super) const fn gather(a: u64) -> u32 {
    let mut bits = a & 0x5555_5555_5555_5555;
    bits = (bits | (bits >> 1)) & 0x3333_3333_3333_3333;
    bits = (bits | (bits >> 2)) & 0x0F0F_0F0F_0F0F_0F0F;
    bits = (bits | (bits >> 4)) & 0x00FF_00FF_00FF_00FF;
    bits = (bits | (bits >> 8)) & 0x0000_FFFF_0000_FFFF;
    (bits | (bits >> 16)) as u32
}

/// The point of the plane with this Morton code: x is every other bit from the lowest up, y is the bits between.
///
/// G. M. Morton, 1966; [Giesen, "Decoding Morton
/// codes"](https://fgiesen.wordpress.com/2009/12/13/decoding-morton-codes/), 2009.
#[vyre_op(
    laws(
        InverseOf(morton_encode),
        // Vectors have no order and no ops, so no other law applies.
    ),
    boundaries((0), (1), (2), (0x5555_5555_5555_5555), (0xAAAA_AAAA_AAAA_AAAA), (u64::MAX)),
    classes(
        on_an_axis = a & 0x5555_5555_5555_5555 == 0 || a & 0xAAAA_AAAA_AAAA_AAAA == 0,
        high_word = a >> 32 != 0,
        low_word_alone = a >> 32 == 0,
    ),
    table(
        (1) => [1, 0], "the lowest bit is x",
        (2) => [0, 1], "the one above it y",
        (45) => [3, 6], "101101 is 011 and 110" from "Wikipedia, Z-order curve, the figure of 8 by 8",
        (63) => [7, 7], "the last of 8 by 8" from "Wikipedia, Z-order curve, the figure of 8 by 8",
        (0x5555_5555_5555_5555) => [0xFFFF_FFFF, 0], "all bits of x",
        (0xAAAA_AAAA_AAAA_AAAA) => [0, 0xFFFF_FFFF], "all bits of y",
        (0x8000_0001_0000_0000) => [0x1_0000, 0x8000_0000], "the ends of the high word",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn morton_decode(a: vec2<u32>) -> vec2<u32> {
    var x = 0u;
    var y = 0u;
    for (var i = 0u; i < 16u; i++) {
        x = x | (((a.x >> (2u * i)) & 1u) << i) | (((a.y >> (2u * i)) & 1u) << (i + 16u));
        y = y | (((a.x >> (2u * i + 1u)) & 1u) << i) | (((a.y >> (2u * i + 1u)) & 1u) << (i + 16u));
    }
    return vec2<u32>(x, y);
}",
    ),
)]
pub const fn morton_decode(a: u64) -> [u32; 2] {
    [gather(a), gather(a >> 1)]
}
