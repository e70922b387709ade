use super::shl;
use crate::bitwise::{bit_and, bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Logical shift right by `b` modulo 32; zeros enter at the top.
#[vyre_op(
    laws(
        RightIdentity(0),
        RightIdentity(32),
        // Every multiple of 32 is a right identity; the declared ones are 0 and the first wrap.
        LeftAbsorbing(0),
        RightDistributiveOver(bit_and),
        RightDistributiveOver(bit_or),
        RightDistributiveOver(bit_xor),
        // Half of 1 + 1 is 1, and half of each is 0.
        Not(RightDistributiveOver(crate::arithmetic::add), witness = (1, 1, 1)),
        Not(LeftInjective, witness = (0, 1, 1)),
        LeftMonotone,
        Not(Commutative, witness = (1, 0)),
        Not(Associative, witness = (1, 0, 1)),
        // The bits shifted out at the bottom are lost.
        Not(InverseOf(shl), witness = (1, 1)),
        Not(RightMonotone, witness = (1, 0, 1)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries((0x8000_0000, 31), (1, 32), (0x8000_0000, 33), (u32::MAX, u32::MAX)),
    classes(
        below_width = b < 32,
        amount_wraps = b >= 32,
        loses_ones = b < 32 && (a >> b) << b != a,
    ),
    table(
        (0x8000_0000, 1) => 0x4000_0000, "logical: a zero comes in, not the highest bit",
        (1, 1) => 0, "the lowest bit drops out",
        (1, 32) => 1, "contract: the amount is taken modulo 32, so 32 places are none",
        (0xFFFF_FFFF, 31) => 1, "only the highest bit is left",
        (0xFEDC_BA98, 4) => 0x0FED_CBA9, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        stages: wgsl = "
fn shr(a: u32, b: u32) -> u32 {
    var x = a;
    x = select(x, x >> 1u, (b & 1u) != 0u);
    x = select(x, x >> 2u, (b & 2u) != 0u);
    x = select(x, x >> 4u, (b & 4u) != 0u);
    x = select(x, x >> 8u, (b & 8u) != 0u);
    return select(x, x >> 16u, (b & 16u) != 0u);
}",
        divide: wgsl = "fn shr(a: u32, b: u32) -> u32 { return a / (1u << (b & 31u)); }",
    ),
)]
pub const fn shr(a: u32, b: u32) -> u32 {
    a >> (b & 31)
}
