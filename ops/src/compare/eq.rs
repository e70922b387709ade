use super::{gt, lt};
use vyre_conform_runtime::vyre_op;

/// 1 if both operands are equal; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        SelfInverse(1),
        Bounded(0, 1),
        Antisymmetric,
        Transitive,
        Trichotomous(lt, gt),
        // Associative only on 0 and 1, where it is the complement of exclusive or: (2 == 0) == 0 is 1, and 2 ==
        // (0 == 0) is 0.
        Not(Associative, witness = (2, 0, 0)),
        ZeroProduct(false, witness = (2, 1)),
    ),
    boundaries((0, u32::MAX), (0x8000_0000, 0), (0x7FFF_FFFF, 0xFFFF_FFFF), (u32::MAX, u32::MAX)),
    classes(
        equal = a == b,
        one_bit_apart = (a ^ b).count_ones() == 1,
        far = (a ^ b).count_ones() > 1,
    ),
    table(
        (5, 5) => 1, "a number equals itself",
        (0, 0xFFFF_FFFF) => 0, "no bit agrees",
        (0x8000_0000, 0) => 0, "one bit, the highest, is enough to differ",
        (0x0100_0001, 0x0100_0000) => 0, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        (0x0001_0000, 0) => 0, "the bits above the lowest 16 count",
        (0x0100_0000, 0) => 0, "the bits above the lowest 24 count",
    ),
    alternates(
        zeros_of_difference: wgsl = "
fn eq(a: u32, b: u32) -> u32 { return countLeadingZeros(a ^ b) >> 5u; }",
        neither_below: wgsl = "
fn eq(a: u32, b: u32) -> u32 { return select(0u, 1u, a <= b && b <= a); }",
    ),
)]
pub const fn eq(a: u32, b: u32) -> u32 {
    (a == b) as u32
}
