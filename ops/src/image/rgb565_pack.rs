use super::rgb565_unpack;
use crate::bitwise::{bit_and, bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// A packed pixel as a 16-bit pixel: the upper five bits of red (highest), the upper six of green and the upper five of
/// blue.
///
/// [Working with 16-bit RGB](https://learn.microsoft.com/en-us/windows/win32/directshow/working-with-16-bit-rgb),
/// RGB 565.
#[vyre_op(
    laws(
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Bounded(0, 0xFFFF),
        // Truncation is idempotent: nothing more is lost.
        custom(keeps, |f, a| f(rgb565_unpack(f(a))) == f(a)),
        Not(Injective, witness = (0, 1)),
        Not(Monotone, witness = (0xFF, 0x100)),
        Not(Idempotent, witness = (0xFF)),
    ),
    boundaries((0), (0xFF), (0xFF00), (0xFF_0000), (0x0007_0307), (u32::MAX)),
    classes(
        lost = a & 0x0007_0307 != 0,
        all_kept = a & 0x0007_0307 == 0,
        alpha = a >> 24 != 0,
    ),
    table(
        (0x0000_00FF) => 0xF800, "red" from "Microsoft, Working with 16-bit RGB",
        (0x0000_FF00) => 0x07E0, "green" from "Microsoft, Working with 16-bit RGB",
        (0x00FF_0000) => 0x001F, "blue" from "Microsoft, Working with 16-bit RGB",
        (0xFF00_0000) => 0, "alpha does not count",
        (0x0007_0307) => 0, "nor do the low bits",
        (0x0008_0408) => 0x0821, "the lowest bits that do",
        (0xFF12_3456) => 0x51A2, "any colour",
    ),
)]
pub const fn rgb565_pack(a: u32) -> u32 {
    ((a & 0xF8) << 8) | ((a >> 5) & 0x07E0) | ((a >> 19) & 0x1F)
}
