use super::{and, eq, or};
use vyre_conform_runtime::vyre_op;

/// True if `b` is true or `a` is false: the material conditional.
#[vyre_op(
    laws(
        SelfInverse(true),
        LeftIdentity(true),
        RightAbsorbing(true),
        DistributiveOver(and),
        DistributiveOver(or),
        DistributiveOver(eq),
        DistributiveOver(implies),
        Antisymmetric,
        Transitive,
        RightMonotone,
        ZeroProduct(true),
        Not(Commutative, witness = (false, true)),
        Not(Associative, witness = (false, false, false)),
        Not(RightIdentity(true), witness = (false)),
    ),
    boundaries((false, false), (false, true), (true, false), (true, true)),
    classes(
        both = a && b,
        left_only = a && !b,
        right_only = !a && b,
        neither = !a && !b,
    ),
    table(
        (false, false) => true, "from what is false follows anything: what is false",
        (false, true) => true, "from what is false follows anything: what is true",
        (true, false) => false, "from what is true does not follow what is false",
        (true, true) => true, "what is true follows from what is true",
    ),
    alternates(
        at_most: wgsl = "fn implies(a: u32, b: u32) -> u32 { return select(0u, 1u, a <= b); }",
    ),
)]
pub const fn implies(a: bool, b: bool) -> bool {
    !a | b
}
