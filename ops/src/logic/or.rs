use super::and;
use crate::arithmetic::mul;
use crate::choice::{max, min};
use vyre_conform_runtime::vyre_op;

/// 1 if either operand is nonzero; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Absorbing(1),
        Bounded(0, 1),
        Not(Idempotent, witness = (42)),
        // No identity exists: the result is never above 1.
        Not(Identity(0), witness = (42)),
        DistributiveOver(and),
        DistributiveOver(min),
        DistributiveOver(max),
        // It also distributes over bit_or, over itself and over half_product. As with max and min, the operands alone
        // decide whether those are zero, so these laws add nothing.
        LeftMonotone,
        ZeroProduct(true),
        // True for bytes; 2^16 * 2^16 is 0 although neither factor is.
        Not(DistributiveOver(mul), witness = (0, 0x10000, 0x10000)),
        Not(Transitive, witness = (0, 1, 0)),
        Not(Antisymmetric, witness = (0, 1)),
    ),
    boundaries((1, 0x8000_0000), (0x8000_0000, 0), (0, 0x8000_0000), (u32::MAX, 1)),
    classes(
        both = a != 0 && b != 0,
        left_only = a != 0 && b == 0,
        right_only = a == 0 && b != 0,
        neither = a == 0 && b == 0,
    ),
    table(
        (0, 0) => 0, "false or false",
        (1, 0) => 1, "true or false",
        (0, 1) => 1, "false or true",
        (42, 7) => 1, "every nonzero number is true, and true is given as 1",
        (0x0100_0000, 0) => 1, "one high bit is true",
        (0, 0x0100_0000) => 1, "one high bit is true",
    ),
    alternates(
        any_bit: wgsl = "fn or(a: u32, b: u32) -> u32 { return min(a | b, 1u); }",
    ),
)]
pub const fn or(a: u32, b: u32) -> u32 {
    (a != 0 || b != 0) as u32
}
