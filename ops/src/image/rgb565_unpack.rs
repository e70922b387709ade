use super::rgb565_pack;
use crate::bitwise::{bit_and, bit_or};
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// A 16-bit pixel, with five bits of red (highest), six of green and five of blue, as an opaque packed pixel. The
/// highest bits of each component are repeated below its lowest, so that all ones become 255. Bits above the 16 are
/// ignored.
///
/// [Working with 16-bit RGB](https://learn.microsoft.com/en-us/windows/win32/directshow/working-with-16-bit-rgb),
/// RGB 565.
#[vyre_op(
    laws(
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Bounded(0xFF00_0000, 0xFFFF_FFFF),
        custom(packs, |f, a| rgb565_pack(f(a)) == bit_and(a, 0xFFFF)),
        ComplementUnder(or, 1),
        Not(Injective, witness = (0, 0x1_0000)),
        Not(Monotone, witness = (0x1F, 0x20)),
        Not(InverseOf(rgb565_pack), witness = (0x1_0000)),
    ),
    boundaries((0), (0x1F), (0x07E0), (0xF800), (0xFFFF), (0x1_0000), (u32::MAX)),
    classes(black = a & 0xFFFF == 0, colour = a & 0xFFFF != 0, bits_above = a > 0xFFFF),
    table(
        (0xF800) => 0xFF00_00FF, "red" from "Microsoft, Working with 16-bit RGB",
        (0x07E0) => 0xFF00_FF00, "green" from "Microsoft, Working with 16-bit RGB",
        (0x001F) => 0xFFFF_0000, "blue" from "Microsoft, Working with 16-bit RGB",
        (0xFFFF) => 0xFFFF_FFFF, "white",
        (0) => 0xFF00_0000, "black",
        (0x0821) => 0xFF08_0408, "the lowest bits stand alone",
        (0x8410) => 0xFF84_8284, "the highest stand twice",
        (0xFFFF_0821) => 0xFF08_0408, "contract: more than 16 bits do not count",
    ),
    alternates(
        by_products: wgsl = "
fn rgb565_unpack(a: u32) -> u32 {
    let red = (((a >> 11u) & 31u) * 33u) >> 2u;
    let green = (((a >> 5u) & 63u) * 65u) >> 4u;
    let blue = ((a & 31u) * 33u) >> 2u;
    return red | (green << 8u) | (blue << 16u) | 0xFF000000u;
}",
    ),
)]
pub const fn rgb565_unpack(a: u32) -> u32 {
    let red = ((a >> 8) & 0xF8) | ((a >> 13) & 0x07);
    let green = ((a >> 3) & 0xFC) | ((a >> 9) & 0x03);
    let blue = ((a << 3) & 0xF8) | ((a >> 2) & 0x07);
    red | (green << 8) | (blue << 16) | 0xFF00_0000
}
