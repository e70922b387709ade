use super::or;
use crate::choice::{max, min};
use vyre_conform_runtime::vyre_op;

/// 1 if both operands are nonzero; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Absorbing(0),
        Bounded(0, 1),
        Not(Idempotent, witness = (42)),
        // No identity exists: the result is never above 1.
        Not(Identity(1), witness = (42)),
        DistributiveOver(or),
        DistributiveOver(min),
        DistributiveOver(max),
        // It also distributes over bit_or, over itself and over half_product. As with max and min, the operands alone
        // decide whether those are zero, so these laws add nothing.
        Transitive,
        LeftMonotone,
        ZeroProduct(true),
        // and(1, 2) = and(2, 1) = 1.
        Not(Antisymmetric, witness = (1, 2)),
        // The bits may be disjoint although both operands are nonzero.
        Not(DistributiveOver(crate::bitwise::bit_and), witness = (1, 1, 2)),
    ),
    boundaries((1, 0x8000_0000), (0x8000_0000, 0), (u32::MAX, 1)),
    classes(
        both = a != 0 && b != 0,
        left_only = a != 0 && b == 0,
        right_only = a == 0 && b != 0,
        neither = a == 0 && b == 0,
    ),
    table(
        (0, 0) => 0, "false and false",
        (1, 0) => 0, "true and false",
        (0, 1) => 0, "false and true",
        (1, 1) => 1, "true and true",
        (42, 7) => 1, "every nonzero number is true, and true is given as 1",
        (1, 2) => 1, "logical, not bitwise: that no bit is shared does not matter",
        (0x0100_0000, 0x0001_0000) => 1, "one high bit each is true",
    ),
    alternates(
        product_of_tests: wgsl = "fn and(a: u32, b: u32) -> u32 { return min(a, 1u) * min(b, 1u); }",
        smaller_operand: wgsl = "fn and(a: u32, b: u32) -> u32 { return min(min(a, b), 1u); }",
    ),
)]
pub const fn and(a: u32, b: u32) -> u32 {
    (a != 0 && b != 0) as u32
}
