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
    boundaries((u32::MAX, u32::MAX), (0x5555_5555, 0xAAAA_AAAA), (0x8000_0000, 0x8000_0000)),
    classes(equal = a == b, disjoint = a & b == 0 && a != b, mixed = a & b != 0 && a != b),
    table(
        (0xFF, 0xFF) => 0, "equal bits cancel",
        (0xFF, 0) => 0xFF, "zeros flip nothing, on the right",
        (0, 0) => 0, "zeros flip nothing: of nothing",
        (0, 1) => 1, "zeros flip nothing: the lowest bit stays",
        (0, 0xA5A5_A5A5) => 0xA5A5_A5A5, "zeros flip nothing: a pattern stays",
        (0, 0xFFFF_FFFF) => 0xFFFF_FFFF, "zeros flip nothing: all stay",
        (0xFFFF_FFFF, 0xA5A5_A5A5) => 0x5A5A_5A5A, "ones flip everything",
    ),
    alternates(
        or_less_and: wgsl = "fn bit_xor(a: u32, b: u32) -> u32 { return (a | b) - (a & b); }",
        two_differences: wgsl = "fn bit_xor(a: u32, b: u32) -> u32 { return (a & ~b) | (~a & b); }",
    ),
)]
pub const fn bit_xor(a: u32, b: u32) -> u32 {
    a ^ b
}
