use super::morton_gather_2d;
use crate::bitwise::{bit_and, bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Spreads the low sixteen bits two places apart: bit `i` goes to bit `2 i`. Two results, one shifted, make a Morton
/// code of the plane.
///
/// [Giesen, "Decoding Morton codes"](https://fgiesen.wordpress.com/2009/12/13/decoding-morton-codes/), `Part1By1`.
#[vyre_op(
    laws(
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Bounded(0, 0x5555_5555),
        custom(gathers, |f, a| morton_gather_2d(f(a)) == bit_and(a, 0xFFFF)),
        // The upper half is lost.
        Not(InverseOf(morton_gather_2d), witness = (0x1_0000)),
        Not(Monotone, witness = (1, 0x1_0000)),
        Not(Injective, witness = (0, 0x1_0000)),
        Not(Antitone, witness = (0, 1)),
        Not(Idempotent, witness = (2)),
    ),
    boundaries((0), (1), (0xFFFF), (0x8000), (0x1_0000), (u32::MAX)),
    classes(fits = a <= 0xFFFF, cut_off = a > 0xFFFF),
    table(
        (0xFFFF) => 0x5555_5555, "all bits",
        (0x8000) => 0x4000_0000, "bit 15 goes to bit 30",
        (0xFFFF_0000) => 0, "contract: the upper half is not looked at",
        (0b110) => 0b1_0100, "from 110 to 10100",
        (0x1234) => 0x0104_0510, "digit by digit: 1, 4, 5, 10 in hex",
        (0x0100_0001) => 1, "nor is bit 24, and the lowest counts beside it",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn morton_spread_2d(a: u32) -> u32 {
    var code = 0u;
    for (var i = 0u; i < 16u; i++) {
        code = code | (((a >> i) & 1u) << (2u * i));
    }
    return code;
}",
    ),
)]
pub const fn morton_spread_2d(a: u32) -> u32 {
    let mut bits = a & 0xFFFF;
    bits = (bits | (bits << 8)) & 0x00FF_00FF;
    bits = (bits | (bits << 4)) & 0x0F0F_0F0F;
    bits = (bits | (bits << 2)) & 0x3333_3333;
    (bits | (bits << 1)) & 0x5555_5555
}
