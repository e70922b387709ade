use super::rotate_left;
use crate::bitwise::{bit_and, bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Rotation right by `b` modulo 32: bits that leave at the bottom enter at the top.
#[vyre_op(
    laws(
        RightIdentity(0),
        RightIdentity(32),
        // Every multiple of 32 is a right identity; the declared ones are 0 and a full rotation.
        LeftAbsorbing(0),
        LeftAbsorbing(0xFFFF_FFFF),
        InverseOf(rotate_left),
        RightDistributiveOver(bit_and),
        RightDistributiveOver(bit_or),
        RightDistributiveOver(bit_xor),
        // 1 + 1 carries, while each 1 is rotated to the top.
        Not(RightDistributiveOver(crate::arithmetic::add), witness = (1, 1, 1)),
        // A full rotation changes nothing.
        Not(RightInjective, witness = (1, 0, 32)),
        ZeroProduct(true),
        Not(Commutative, witness = (1, 0)),
        Not(Associative, witness = (1, 0, 1)),
        // The lowest bit enters at the top.
        Not(LeftMonotone, witness = (1, 2, 1)),
        Not(RightMonotone, witness = (2, 0, 1)),
    ),
    boundaries((1, 1), (0x8000_0000, 31), (1, 32), (1, 33), (0x8000_0001, u32::MAX)),
    classes(
        by_nothing = b & 31 == 0,
        wraps_ones = b & 31 != 0 && a.rotate_right(b) != a >> (b & 31),
        like_a_shift = b & 31 != 0 && a.rotate_right(b) == a >> (b & 31),
    ),
    table(
        (1, 1) => 0x8000_0000, "the lowest bit goes round to the highest place",
        (2, 1) => 1, "nothing goes round: a halving",
        (0x1234_5678, 8) => 0x7812_3456, "the lowest byte goes round to the highest place",
        (0x1234_5678, 32) => 0x1234_5678, "contract: once round is not at all",
        (2, 33) => 1, "contract: the amount is taken modulo 32",
    ),
    alternates(
        two_shifts: wgsl = "
fn rotate_right(a: u32, b: u32) -> u32 {
    return (a >> (b & 31u)) | (a << ((32u - (b & 31u)) & 31u));
}",
        left_the_other_way: wgsl = "
fn rotate_right(a: u32, b: u32) -> u32 {
    let left = (0u - b) & 31u;
    return (a << left) | (a >> ((32u - left) & 31u));
}",
    ),
)]
pub const fn rotate_right(a: u32, b: u32) -> u32 {
    a.rotate_right(b)
}
