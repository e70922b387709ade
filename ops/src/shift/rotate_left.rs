use super::rotate_right;
use crate::bitwise::{bit_and, bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Rotation left by `b` modulo 32: bits that leave at the top enter at the bottom.
#[vyre_op(
    laws(
        RightIdentity(0),
        RightIdentity(32),
        // Every multiple of 32 is a right identity; the declared ones are 0 and a full rotation.
        LeftAbsorbing(0),
        LeftAbsorbing(0xFFFF_FFFF),
        InverseOf(rotate_right),
        RightDistributiveOver(bit_and),
        RightDistributiveOver(bit_or),
        RightDistributiveOver(bit_xor),
        // The dropped carry at the top would have been rotated to the bottom.
        Not(RightDistributiveOver(crate::arithmetic::add), witness = (1, 0x8000_0000, 0x8000_0000)),
        // A full rotation changes nothing.
        Not(RightInjective, witness = (1, 0, 32)),
        ZeroProduct(true),
        Not(Commutative, witness = (1, 0)),
        Not(Associative, witness = (1, 0, 1)),
        // The highest bit enters at the bottom.
        Not(LeftMonotone, witness = (1, 0x8000_0000, 1)),
        Not(RightMonotone, witness = (0x8000_0000, 0, 1)),
    ),
    boundaries((0x8000_0000, 1), (1, 31), (1, 32), (1, 33), (0x8000_0001, u32::MAX)),
    classes(
        by_nothing = b & 31 == 0,
        wraps_ones = b & 31 != 0 && a.rotate_left(b) != a << (b & 31),
        like_a_shift = b & 31 != 0 && a.rotate_left(b) == a << (b & 31),
    ),
    table(
        (0x8000_0000, 1) => 1, "the highest bit goes round to the lowest place",
        (1, 1) => 2, "nothing goes round: a doubling",
        (0x1234_5678, 8) => 0x3456_7812, "the highest byte goes round to the lowest place",
        (0x1234_5678, 32) => 0x1234_5678, "contract: once round is not at all",
        (1, 33) => 2, "contract: the amount is taken modulo 32",
    ),
    alternates(
        two_shifts: wgsl = "
fn rotate_left(a: u32, b: u32) -> u32 {
    return (a << (b & 31u)) | (a >> ((32u - (b & 31u)) & 31u));
}",
        one_at_a_time: wgsl = "
fn rotate_left(a: u32, b: u32) -> u32 {
    var x = a;
    for (var i = 0u; i < (b & 31u); i++) {
        x = (x << 1u) | (x >> 31u);
    }
    return x;
}",
    ),
)]
pub const fn rotate_left(a: u32, b: u32) -> u32 {
    a.rotate_left(b)
}
