use super::{and, eq, implies, nand, or};
use vyre_conform_runtime::vyre_op;

/// True if `a` is true or `b` is false: `a >= b` with false less than true; the converse implication.
#[vyre_op(
    laws(
        SelfInverse(true),
        RightIdentity(true),
        LeftAbsorbing(true),
        RightDistributiveOver(and),
        RightDistributiveOver(or),
        RightDistributiveOver(eq),
        RightDistributiveOver(implies),
        RightDistributiveOver(ge),
        // Both are true where `a` is false.
        LatticeAbsorption(implies),
        LatticeAbsorption(nand),
        Antisymmetric,
        Transitive,
        LeftMonotone,
        ZeroProduct(true),
        Not(Commutative, witness = (false, true)),
        Not(Associative, witness = (false, false, false)),
        Not(LeftIdentity(true), witness = (false)),
    ),
    boundaries((false, false), (false, true), (true, false), (true, true)),
    classes(
        both = a && b,
        left_only = a && !b,
        right_only = !a && b,
        neither = !a && !b,
    ),
    table(
        (false, false) => true, "equals are at least each other",
        (false, true) => false, "false is below true",
        (true, false) => true, "true is above false",
        (true, true) => true, "equals are at least each other",
    ),
    alternates(
        at_least: wgsl = "fn ge(a: u32, b: u32) -> u32 { return select(0u, 1u, a >= b); }",
    ),
)]
pub const fn ge(a: bool, b: bool) -> bool {
    a | !b
}
