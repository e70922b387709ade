use super::morton_spread_2d;
use crate::bitwise::{bit_and, bit_or, bit_xor};
use crate::compare::{ge, lt};
use vyre_conform_runtime::vyre_op;

/// Compacts every other bit, from the lowest up: bit `2 i` goes to bit `i`. It gives one coordinate of a Morton code of
/// the plane, and of the code shifted by one the other.
///
/// [Giesen, "Decoding Morton codes"](https://fgiesen.wordpress.com/2009/12/13/decoding-morton-codes/), `Compact1By1`.
#[vyre_op(
    laws(
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Bounded(0, 0xFFFF),
        custom(spreads, |f, a| morton_spread_2d(f(a)) == bit_and(a, 0x5555_5555)),
        // Every bit moves down or stays.
        ComplementUnder(ge, 1),
        ComplementUnder(lt, 0),
        // The bits between are lost.
        Not(InverseOf(morton_spread_2d), witness = (2)),
        Not(Monotone, witness = (1, 2)),
        Not(Injective, witness = (0, 2)),
        Not(Antitone, witness = (0, 1)),
        Not(Idempotent, witness = (4)),
    ),
    boundaries((0), (1), (2), (0x5555_5555), (0xAAAA_AAAA), (u32::MAX)),
    classes(
        one_axis = a & 0xAAAA_AAAA == 0,
        other_axis = a & 0x5555_5555 == 0,
        both = a & 0xAAAA_AAAA != 0 && a & 0x5555_5555 != 0,
    ),
    table(
        (0x5555_5555) => 0xFFFF, "all bits that count",
        (0xAAAA_AAAA) => 0, "those between do not",
        (0x4000_0000) => 0x8000, "bit 30 goes to bit 15",
        (45) => 3, "101101 is 011 and 110" from "Wikipedia, Z-order curve, the figure of 8 by 8",
        (0x0104_0510) => 0x1234, "digit by digit",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn morton_gather_2d(a: u32) -> u32 {
    var bits = 0u;
    for (var i = 0u; i < 16u; i++) {
        bits = bits | (((a >> (2u * i)) & 1u) << i);
    }
    return bits;
}",
    ),
)]
pub const fn morton_gather_2d(a: u32) -> u32 {
    let mut bits = a & 0x5555_5555;
    bits = (bits | (bits >> 1)) & 0x3333_3333;
    bits = (bits | (bits >> 2)) & 0x0F0F_0F0F;
    bits = (bits | (bits >> 4)) & 0x00FF_00FF;
    (bits | (bits >> 8)) & 0xFFFF
}
