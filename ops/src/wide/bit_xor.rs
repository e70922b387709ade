use super::{bit_and, bit_or};
use vyre_conform_runtime::vyre_op;

/// Bitwise exclusive or: the bits set in one operand and not in the other.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        SelfInverse(0),
        InverseOf(bit_xor),
        // 1 ^ (0 & 1) is 1, and (1 ^ 0) & (1 ^ 1) is 0.
        Not(DistributiveOver(bit_and), witness = (1, 0, 1)),
        // 1 ^ (0 | 1) is 0, and (1 ^ 0) | (1 ^ 1) is 1.
        Not(DistributiveOver(bit_or), witness = (1, 0, 1)),
        ZeroProduct(false, witness = (1, 1)),
        // No Absorbing element: a ^ z = z only for a = 0.
    ),
    boundaries(
        (u64::MAX, u64::MAX),
        (0x5555_5555_5555_5555, 0xAAAA_AAAA_AAAA_AAAA),
        (0x8000_0000_0000_0000, 0x8000_0000_0000_0000),
    ),
    classes(equal = a == b, disjoint = a & b == 0 && a != b, mixed = a & b != 0 && a != b),
    table(
        (0xFF_0000_00FF, 0xFF_0000_00FF) => 0, "equal bits cancel",
        (0x1234_5678_9ABC_DEF1, 0) => 0x1234_5678_9ABC_DEF1, "zeros flip nothing",
        (0xFFFF_FFFF_FFFF_FFFF, 0x1234_5678_9ABC_DEF1) => 0xEDCB_A987_6543_210E, "ones flip everything",
        (0x1_0000_0000, 1) => 0x1_0000_0001, "each word by itself",
        (3, 5) => 6, "a bit of both is none",
    ),
    alternates(
        two_differences: wgsl = "
fn bit_xor(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return (a & ~b) | (~a & b); }",
    ),
)]
pub const fn bit_xor(a: u64, b: u64) -> u64 {
    a ^ b
}
