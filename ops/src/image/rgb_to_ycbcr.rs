use super::{byte, packed};
use crate::arithmetic::mul;
use crate::bitwise::{bit_and, bit_or};
use crate::logic::or;
use crate::shift::shr;
use vyre_conform_runtime::vyre_op;

/// A packed pixel of red, green and blue as one of Y, Cb and Cr, in this order from the lowest byte up; alpha stays.
///
/// The conversion of [JFIF 1.02](https://www.w3.org/Graphics/JPEG/jfif3.pdf), with the more precise weights of [ITU-T
/// T.871](https://www.itu.int/rec/T-REC-T.871), each rounded to 16 fraction bits. Luma is rounded to the nearest
/// integer with ties up, and the other two with ties down, so that none is 256.
#[vyre_op(
    laws(
        custom(keeps_alpha, |f, a| shr(f(a), 24) == shr(a, 24)),
        // Grey has no colour.
        custom(grey, |f, a| f(mul(bit_and(a, 0xFF), 0x0001_0101)) == bit_or(bit_and(a, 0xFF), 0x0080_8000)),
        // 0 does not become 0: a pixel and its image are never both 0.
        ComplementUnder(or, 1),
        Not(Monotone, witness = (0xFF, 0x100)),
        Not(Idempotent, witness = (0)),
    ),
    boundaries((0), (0xFF), (0xFF00), (0xFF_0000), (0x00FF_FFFF), (u32::MAX), (0x0074_D5FF)),
    classes(
        grey = a & 0xFF == (a >> 8) & 0xFF && a & 0xFF == (a >> 16) & 0xFF,
        colour = a & 0xFF != (a >> 8) & 0xFF,
        opaque = a >> 24 == 255,
    ),
    table(
        (0xFF00_00FF) => 0xFFFF_554C, "red: 76, 85 and 255" from "JFIF 1.02, Conversion to and from RGB",
        (0xFF00_FF00) => 0xFF15_2C96, "green: 150, 44 and 21" from "JFIF 1.02, Conversion to and from RGB",
        (0xFFFF_0000) => 0xFF6B_FF1D, "blue: 29, 255 and 107" from "JFIF 1.02, Conversion to and from RGB",
        (0xFFFF_FFFF) => 0xFF80_80FF, "white: 255, 128 and 128" from "JFIF 1.02, Conversion to and from RGB",
        (0xFF00_0000) => 0xFF80_8000, "black: 0, 128 and 128" from "JFIF 1.02, Conversion to and from RGB",
        (0xFF00_FFFF) => 0xFF95_00E2, "yellow: 226, 0 and 149" from "JFIF 1.02, Conversion to and from RGB",
        (0xFFFF_FF00) => 0xFF00_ABB3, "cyan: 179, 171 and 0" from "JFIF 1.02, Conversion to and from RGB",
        (0xFFFF_00FF) => 0xFFEB_D469, "magenta: 105, 212 and 235" from "JFIF 1.02, Conversion to and from RGB",
        (0x00D9_9C6F) => 0x0065_A695, "next to a half, where the last bit of a weight counts",
        (0x00FA_BDF1) => 0x0095_96D4, "next to a half, where the last bit of a weight counts",
        (0x0038_C701) => 0x0029_5A7B, "next to a half, where the last bit of a weight counts",
        (0x0074_D5FF) => 0x009D_48D6, "next to a half, where the last bit of a weight counts",
        (0x003C_C0F4) => 0x00A5_35C1, "next to a half, where the last bit of a weight counts",
        (0x0061_0F5F) => 0x00A1_9C30, "next to a half, where the last bit of a weight counts",
        (0x0001_2ACA) => 0x00D3_5155, "next to a half, where the last bit of a weight counts",
        (0x0000_8001) => 0x004B_554B, "next to a half, where the last bit of a weight counts",
        (0x0000_EE4B) => 0x0042_25A2, "next to a half, where the last bit of a weight counts",
        (0x0059_D481) => 0x0061_51AD, "next to a half, where the last bit of a weight counts",
        (0x0059_D401) => 0x0021_6687, "next to a half, where the last bit of a weight counts",
        (0x00EE_4800) => 0x004F_DF45, "next to a half, where the last bit of a weight counts",
        (0x0001_0006) => 0x0083_7F02, "next to a half, where the last bit of a weight counts",
        (0x0010_80C8) => 0x00AD_3C89, "any colour, and no alpha",
    ),
)]
pub const fn rgb_to_ycbcr(a: u32) -> u32 {
    let (red, green, blue) = (byte(a, 0), byte(a, 8), byte(a, 16));
    let luma = red
        .wrapping_mul(19_595)
        .wrapping_add(green.wrapping_mul(38_470))
        .wrapping_add(blue.wrapping_mul(7_471))
        .wrapping_add(0x8000);
    // 128, and less than a half.
    let to_blue = blue
        .wrapping_mul(32_768)
        .wrapping_add(0x0080_7FFF)
        .wrapping_sub(red.wrapping_mul(11_058))
        .wrapping_sub(green.wrapping_mul(21_710));
    let to_red = red
        .wrapping_mul(32_768)
        .wrapping_add(0x0080_7FFF)
        .wrapping_sub(green.wrapping_mul(27_439))
        .wrapping_sub(blue.wrapping_mul(5_329));
    packed(luma >> 16, to_blue >> 16, to_red >> 16, a >> 24)
}
