use super::{nor, or, xor};
use vyre_conform_runtime::vyre_op;

/// True if both operands are true.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(true),
        Idempotent,
        Absorbing(false),
        DistributiveOver(or),
        DistributiveOver(xor),
        LatticeAbsorption(or),
        Antisymmetric,
        Transitive,
        LeftMonotone,
        Trichotomous(nor, xor),
        ZeroProduct(true),
        Not(SelfInverse(false), witness = (true)),
    ),
    boundaries((false, false), (false, true), (true, false), (true, true)),
    classes(
        both = a && b,
        left_only = a && !b,
        right_only = !a && b,
        neither = !a && !b,
    ),
    table(
        (false, false) => false, "false and false",
        (false, true) => false, "one of them is not enough, be it the right one",
        (true, false) => false, "one of them is not enough, be it the left one",
        (true, true) => true, "both are true",
    ),
    alternates(
        product: wgsl = "fn and(a: u32, b: u32) -> u32 { return a * b; }",
    ),
)]
pub const fn and(a: bool, b: bool) -> bool {
    a & b
}
