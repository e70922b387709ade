use super::shr;
use crate::arithmetic::{add, sub};
use crate::bitwise::{bit_and, bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Shift left by `b` modulo 32; zeros enter at the bottom.
#[vyre_op(
    laws(
        RightIdentity(0),
        RightIdentity(32),
        // Every multiple of 32 is a right identity; the declared ones are 0 and the first wrap.
        LeftAbsorbing(0),
        RightDistributiveOver(bit_and),
        RightDistributiveOver(bit_or),
        RightDistributiveOver(bit_xor),
        RightDistributiveOver(add),
        RightDistributiveOver(sub),
        // The bit shifted out at the top distinguishes two numbers.
        Not(LeftInjective, witness = (0, 0x8000_0000, 1)),
        Not(Commutative, witness = (1, 0)),
        Not(Associative, witness = (1, 0, 1)),
        // True for small operands: the bits shifted out at the top are lost.
        Not(InverseOf(shr), witness = (0x8000_0000, 1)),
        Not(LeftMonotone, witness = (1, 0x8000_0000, 1)),
        Not(RightMonotone, witness = (1, 31, 32)),
        ZeroProduct(false, witness = (0x8000_0000, 1)),
    ),
    boundaries((1, 31), (1, 32), (1, 33), (u32::MAX, u32::MAX), (0x8000_0000, 1)),
    classes(
        below_width = b < 32,
        amount_wraps = b >= 32,
        loses_ones = b < 32 && (a << b) >> b != a,
    ),
    table(
        (1, 0) => 1, "no shift",
        (1, 1) => 2, "one place is a doubling",
        (1, 31) => 0x8000_0000, "the lowest bit reaches the highest place",
        (1, 32) => 1, "contract: the amount is taken modulo 32, so 32 places are none",
        (0xFFFF_FFFF, 1) => 0xFFFF_FFFE, "the highest bit drops out, a zero comes in",
        (0x1234_5679, 4) => 0x2345_6790, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        doublings: wgsl = "
fn shl(a: u32, b: u32) -> u32 {
    var result = a;
    for (var i = 0u; i < (b & 31u); i++) {
        result = result + result;
    }
    return result;
}",
        stages: wgsl = "
fn shl(a: u32, b: u32) -> u32 {
    var x = a;
    x = select(x, x << 1u, (b & 1u) != 0u);
    x = select(x, x << 2u, (b & 2u) != 0u);
    x = select(x, x << 4u, (b & 4u) != 0u);
    x = select(x, x << 8u, (b & 8u) != 0u);
    return select(x, x << 16u, (b & 16u) != 0u);
}",
    ),
)]
pub const fn shl(a: u32, b: u32) -> u32 {
    a << (b & 31)
}
