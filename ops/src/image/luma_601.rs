use super::{byte, rgb_to_ycbcr};
use crate::arithmetic::mul;
use crate::bitwise::bit_and;
use crate::compare::{ge, lt};
use vyre_conform_runtime::vyre_op;

/// The luma of a packed pixel, a byte: 0.299 red, 0.587 green and 0.114 blue, each weight rounded to 16 fraction bits,
/// and the sum to the nearest integer. Alpha is ignored.
///
/// [Recommendation ITU-R BT.601](https://www.itu.int/rec/R-REC-BT.601), the weights of luma.
#[vyre_op(
    laws(
        Bounded(0, 255),
        // The first byte of the conversion of JFIF.
        custom(first_of_three, |f, a| f(a) == bit_and(rgb_to_ycbcr(a), 0xFF)),
        // The luma of grey is the grey value.
        custom(grey, |f, a| f(mul(bit_and(a, 0xFF), 0x0001_0101)) == bit_and(a, 0xFF)),
        // No pixel is less than its luma.
        ComplementUnder(ge, 1),
        ComplementUnder(lt, 0),
        Not(Monotone, witness = (0xFF, 0x100)),
        Not(Injective, witness = (0, 1)),
    ),
    boundaries((0), (0xFF), (0xFF00), (0xFF_0000), (0x00FF_FFFF), (u32::MAX), (0x00FE_1CBF)),
    classes(
        grey = a & 0xFF == (a >> 8) & 0xFF && a & 0xFF == (a >> 16) & 0xFF,
        colour = a & 0xFF != (a >> 8) & 0xFF,
    ),
    table(
        (0x0000_00FF) => 76, "red, 0.299 of 255" from "ITU-R BT.601",
        (0x0000_FF00) => 150, "green, 0.587 of 255" from "ITU-R BT.601",
        (0x00FF_0000) => 29, "blue, 0.114 of 255" from "ITU-R BT.601",
        (0x00FF_FFFF) => 255, "white",
        (0xFF00_0000) => 0, "alpha does not count",
        (0xFF10_80C8) => 137, "200, 128 and 16: 136.760",
        (0x00FE_1CBF) => 102, "next to a half, where the last bit of a weight counts",
        (0x003C_C0F4) => 193, "next to a half, where the last bit of a weight counts",
        (0x0001_0201) => 2, "1.587 is rounded",
    ),
)]
pub const fn luma_601(a: u32) -> u32 {
    let red = byte(a, 0).wrapping_mul(19_595);
    let green = byte(a, 8).wrapping_mul(38_470);
    let blue = byte(a, 16).wrapping_mul(7_471);
    let sum = red.wrapping_add(green).wrapping_add(blue);
    sum.wrapping_add(0x8000) >> 16
}
