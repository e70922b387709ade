use super::{byte, packed};
use crate::arithmetic::mul;
use crate::bitwise::{bit_and, bit_or};
use crate::logic::or;
use crate::shift::shr;
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// A packed pixel of Y, Cb and Cr, in this order from the lowest byte up, as one of red, green and blue; alpha stays.
/// Results are clamped to 0 to 255.
///
/// The conversion of [JFIF 1.02](https://www.w3.org/Graphics/JPEG/jfif3.pdf): each weight is rounded to 16 fraction
/// bits, and the term added to Y to the nearest integer, ties up.
#[vyre_op(
    laws(
        custom(keeps_alpha, |f, a| shr(f(a), 24) == shr(a, 24)),
        // Without colour it is grey.
        custom(grey, |f, a| f(bit_or(bit_and(a, 0xFF), 0x0080_8000)) == mul(bit_and(a, 0xFF), 0x0001_0101)),
        // 0 does not become 0: a pixel and its image are never both 0.
        ComplementUnder(or, 1),
        Not(Injective, witness = (0x0080_7F00, 0x0080_8000)),
        Not(Monotone, witness = (0xFF, 0x100)),
    ),
    boundaries((0), (0xFF), (0xFF00), (0xFF_0000), (0x00FF_FFFF), (u32::MAX), (0x0080_8080)),
    classes(
        grey = a & 0x00FF_FF00 == 0x0080_8000,
        too_little = ycbcr_to_rgb(a) & 0xFF == 0,
        too_much = ycbcr_to_rgb(a) & 0xFF == 0xFF,
        opaque = a >> 24 == 255,
    ),
    table(
        (0xFFFF_554C) => 0xFF00_00FE, "red: 254, 0 and 0" from "JFIF 1.02, Conversion to and from RGB",
        (0xFF15_2C96) => 0xFF01_FF00, "green: 0, 255 and 1" from "JFIF 1.02, Conversion to and from RGB",
        (0xFF6B_FF1D) => 0xFFFE_0000, "blue: 0, 0 and 254" from "JFIF 1.02, Conversion to and from RGB",
        (0xFF80_80FF) => 0xFFFF_FFFF, "white: 255, 255 and 255" from "JFIF 1.02, Conversion to and from RGB",
        (0xFF80_8000) => 0xFF00_0000, "black: 0, 0 and 0" from "JFIF 1.02, Conversion to and from RGB",
        (0x0000_0000) => 0x0000_8700, "contract: what is less than 0 is 0: 0, 135 and 0",
        (0x00FF_FFFF) => 0x00FF_79FF, "and more than 255 is 255: 255, 121 and 255",
        (0x00FF_0080) => 0x0000_51FF, "each of them: 255, 81 and 0",
        (0x0000_FF80) => 0x00FF_B000, "on either side: 0, 176 and 255",
        (0x00B3_0000) => 0x0000_0848, "next to a half, where the last bit of a weight counts",
        (0x0000_9700) => 0x0029_5300, "next to a half, where the last bit of a weight counts",
        (0x002D_6B00) => 0x0000_4300, "next to a half, where the last bit of a weight counts",
        (0x0017_AD00) => 0x0050_3B00, "next to a half, where the last bit of a weight counts",
        (0x00ED_7F4E) => 0x004C_01E7, "next to a half, where the last bit of a weight counts",
        (0x009F_640D) => 0x0000_0038, "next to a half, where the last bit of a weight counts",
        (0x0000_FD00) => 0x00DE_3000, "next to a half, where the last bit of a weight counts",
        (0x0096_8C64) => 0x0079_5083, "any colour, and no alpha: 131, 80 and 121",
    ),
)]
pub const fn ycbcr_to_rgb(a: u32) -> u32 {
    let (luma, to_blue, to_red) = (byte(a, 0), byte(a, 8), byte(a, 16));
    // The weights apply to the difference from 128; adding 256 keeps every sum above 0.
    let red = ORIGIN
        .wrapping_add(to_red.wrapping_mul(91_881))
        .wrapping_sub(11_760_768);
    let green = ORIGIN
        .wrapping_add(8_877_568)
        .wrapping_sub(to_blue.wrapping_mul(22_554))
        .wrapping_sub(to_red.wrapping_mul(46_802));
    let blue = ORIGIN
        .wrapping_add(to_blue.wrapping_mul(116_130))
        .wrapping_sub(14_864_640);
    packed(
        within(luma.wrapping_add(red >> 16)),
        within(luma.wrapping_add(green >> 16)),
        within(luma.wrapping_add(blue >> 16)),
        a >> 24,
    )
}

/// 256, and the half for rounding.
const ORIGIN: u32 = 0x0100_8000;

/// A number that is 256 too large, as a byte.
#[vyre_fn]
const fn within(a: u32) -> u32 {
    if a < 256 {
        0
    } else if a > 511 {
        255
    } else {
        a.wrapping_sub(256)
    }
}
