use super::morton_spread_3d;
use crate::bitwise::{bit_and, bit_or, bit_xor};
use crate::compare::{ge, lt};
use vyre_conform_runtime::vyre_op;

/// Compacts every third bit, from the lowest up: bit `3 i` goes to bit `i`, for the ten of them below bit 30. It gives
/// one coordinate of a Morton code of space, and of the code shifted by one and by two the others.
///
/// [Giesen, "Decoding Morton codes"](https://fgiesen.wordpress.com/2009/12/13/decoding-morton-codes/), `Compact1By2`.
#[vyre_op(
    laws(
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Bounded(0, 0x3FF),
        custom(spreads, |f, a| morton_spread_3d(f(a)) == bit_and(a, 0x0924_9249)),
        // Every bit moves down or stays.
        ComplementUnder(ge, 1),
        ComplementUnder(lt, 0),
        // The bits between are lost.
        Not(InverseOf(morton_spread_3d), witness = (2)),
        Not(Monotone, witness = (1, 2)),
        Not(Injective, witness = (0, 2)),
        Not(Antitone, witness = (0, 1)),
        Not(Idempotent, witness = (8)),
    ),
    boundaries((0), (1), (2), (4), (0x0924_9249), (0x4000_0000), (u32::MAX)),
    classes(
        one_axis = a & !0x0924_9249 == 0,
        other_axes = a & 0x0924_9249 == 0,
        all = a & 0x0924_9249 != 0 && a & !0x0924_9249 != 0,
    ),
    table(
        (0x0924_9249) => 0x3FF, "all bits that count",
        (0xF6DB_6DB6) => 0, "the others do not, bit 30 included",
        (0x0800_0000) => 0x200, "bit 27 goes to bit 9",
        (0b100_1000) => 0b110, "from 1001000 to 110",
        (0x0820_8208) => 0b10_1010_1010, "every other bit",
        (0x0104_1041) => 0b01_0101_0101, "and those between",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn morton_gather_3d(a: u32) -> u32 {
    var bits = 0u;
    for (var i = 0u; i < 10u; i++) {
        bits = bits | (((a >> (3u * i)) & 1u) << i);
    }
    return bits;
}",
    ),
)]
pub const fn morton_gather_3d(a: u32) -> u32 {
    let mut bits = a & 0x0924_9249;
    bits = (bits | (bits >> 2)) & 0x030C_30C3;
    bits = (bits | (bits >> 4)) & 0x0300_F00F;
    bits = (bits | (bits >> 8)) & 0x0300_00FF;
    (bits | (bits >> 16)) & 0x3FF
}
