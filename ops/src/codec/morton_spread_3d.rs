use super::morton_gather_3d;
use crate::bitwise::{bit_and, bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Spreads the low ten bits three places apart: bit `i` goes to bit `3 i`. Three results, two shifted, make a Morton
/// code of space.
///
/// [Giesen, "Decoding Morton codes"](https://fgiesen.wordpress.com/2009/12/13/decoding-morton-codes/), `Part1By2`.
#[vyre_op(
    laws(
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Bounded(0, 0x0924_9249),
        custom(gathers, |f, a| morton_gather_3d(f(a)) == bit_and(a, 0x3FF)),
        // Bits above the low ten are lost.
        Not(InverseOf(morton_gather_3d), witness = (0x400)),
        Not(Monotone, witness = (1, 0x400)),
        Not(Injective, witness = (0, 0x400)),
        Not(Antitone, witness = (0, 1)),
        Not(Idempotent, witness = (2)),
    ),
    boundaries((0), (1), (0x3FF), (0x200), (0x400), (u32::MAX)),
    classes(fits = a <= 0x3FF, cut_off = a > 0x3FF),
    table(
        (0x3FF) => 0x0924_9249, "all bits",
        (0x200) => 0x0800_0000, "bit 9 goes to bit 27",
        (0xFFFF_FC00) => 0, "contract: what is above ten bits is not looked at",
        (0b110) => 0b100_1000, "from 110 to 1001000",
        (0b10_1010_1010) => 0x0820_8208, "every other bit",
        (0b01_0101_0101) => 0x0104_1041, "and those between",
        (0x0100_0001) => 1, "nor is bit 24, and the lowest counts beside it",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn morton_spread_3d(a: u32) -> u32 {
    var code = 0u;
    for (var i = 0u; i < 10u; i++) {
        code = code | (((a >> i) & 1u) << (3u * i));
    }
    return code;
}",
    ),
)]
pub const fn morton_spread_3d(a: u32) -> u32 {
    let mut bits = a & 0x3FF;
    bits = (bits | (bits << 16)) & 0x0300_00FF;
    bits = (bits | (bits << 8)) & 0x0300_F00F;
    bits = (bits | (bits << 4)) & 0x030C_30C3;
    (bits | (bits << 2)) & 0x0924_9249
}
