use super::byte;
use crate::arithmetic::mul;
use crate::bitwise::bit_and;
use crate::compare::{ge, lt};
use vyre_conform_runtime::vyre_op;

/// The luma of a packed pixel, a byte: 0.2126 red, 0.7152 green and 0.0722 blue, each weight rounded to 16 fraction
/// bits, and the sum to the nearest integer. Alpha is ignored.
///
/// [Recommendation ITU-R BT.709](https://www.itu.int/rec/R-REC-BT.709), the weights of luma.
#[vyre_op(
    laws(
        Bounded(0, 255),
        // The luma of grey is the grey value.
        custom(grey, |f, a| f(mul(bit_and(a, 0xFF), 0x0001_0101)) == bit_and(a, 0xFF)),
        // No pixel is less than its luma.
        ComplementUnder(ge, 1),
        ComplementUnder(lt, 0),
        Not(Monotone, witness = (0xFF, 0x100)),
        Not(Injective, witness = (0, 1)),
    ),
    boundaries((0), (0xFF), (0xFF00), (0xFF_0000), (0x00FF_FFFF), (u32::MAX), (0x00B6_03FF)),
    classes(
        grey = a & 0xFF == (a >> 8) & 0xFF && a & 0xFF == (a >> 16) & 0xFF,
        colour = a & 0xFF != (a >> 8) & 0xFF,
    ),
    table(
        (0x0000_00FF) => 54, "red, 0.2126 of 255" from "ITU-R BT.709",
        (0x0000_FF00) => 182, "green, 0.7152 of 255" from "ITU-R BT.709",
        (0x00FF_0000) => 18, "blue, 0.0722 of 255" from "ITU-R BT.709",
        (0x00FF_FFFF) => 255, "white",
        (0xFF00_0000) => 0, "alpha does not count",
        (0xFF10_80C8) => 135, "200, 128 and 16: 135.221",
        (0x00B0_34EE) => 100, "next to a half, where the last bit of a weight counts",
        (0x00FE_09F8) => 78, "next to a half, where the last bit of a weight counts",
        (0x009F_D291) => 192, "next to a half, where the last bit of a weight counts",
        (0x003D_913F) => 122, "next to a half, where the last bit of a weight counts",
        (0x0030_2D04) => 36, "next to a half, where the last bit of a weight counts",
        (0x00B6_03FF) => 70, "next to a half, where the last bit of a weight counts",
        (0x0001_0201) => 2, "1.715 is rounded",
    ),
)]
pub const fn luma_709(a: u32) -> u32 {
    let red = byte(a, 0).wrapping_mul(13_933);
    let green = byte(a, 8).wrapping_mul(46_871);
    let blue = byte(a, 16).wrapping_mul(4_732);
    let sum = red.wrapping_add(green).wrapping_add(blue);
    sum.wrapping_add(0x8000) >> 16
}
