use super::{and, eq, lt, nor, or, xor};
use vyre_conform_runtime::vyre_op;

/// True if `a` is true and `b` is false: `a > b` with false less than true; the nonimplication.
#[vyre_op(
    laws(
        SelfInverse(false),
        RightIdentity(false),
        LeftAbsorbing(false),
        RightDistributiveOver(and),
        RightDistributiveOver(or),
        RightDistributiveOver(xor),
        RightDistributiveOver(gt),
        RightDistributiveOver(lt),
        // Neither is true where `a` is true.
        LatticeAbsorption(nor),
        LatticeAbsorption(lt),
        Antisymmetric,
        Transitive,
        Trichotomous(eq, lt),
        LeftMonotone,
        Not(Commutative, witness = (false, true)),
        Not(Associative, witness = (true, false, true)),
        Not(LeftIdentity(false), witness = (true)),
        Not(RightMonotone, witness = (true, false, true)),
    ),
    boundaries((false, false), (false, true), (true, false), (true, true)),
    classes(
        both = a && b,
        left_only = a && !b,
        right_only = !a && b,
        neither = !a && !b,
    ),
    table(
        (false, false) => false, "nothing is above itself",
        (false, true) => false, "false is not above true",
        (true, false) => true, "true is above false",
        (true, true) => false, "nothing is above itself",
    ),
    alternates(
        above: wgsl = "fn gt(a: u32, b: u32) -> u32 { return select(0u, 1u, a > b); }",
    ),
)]
pub const fn gt(a: bool, b: bool) -> bool {
    a & !b
}
