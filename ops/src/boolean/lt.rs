use super::{and, eq, gt, or, xor};
use vyre_conform_runtime::vyre_op;

/// True if `b` is true and `a` is false: `a < b` with false less than true; the converse nonimplication.
#[vyre_op(
    laws(
        SelfInverse(false),
        LeftIdentity(false),
        RightAbsorbing(false),
        DistributiveOver(and),
        DistributiveOver(or),
        DistributiveOver(xor),
        DistributiveOver(gt),
        DistributiveOver(lt),
        Antisymmetric,
        Transitive,
        Trichotomous(eq, gt),
        RightMonotone,
        Not(Commutative, witness = (false, true)),
        Not(Associative, witness = (true, false, true)),
        Not(RightIdentity(false), witness = (true)),
        Not(LeftMonotone, witness = (false, true, true)),
    ),
    boundaries((false, false), (false, true), (true, false), (true, true)),
    classes(
        both = a && b,
        left_only = a && !b,
        right_only = !a && b,
        neither = !a && !b,
    ),
    table(
        (false, false) => false, "nothing is below itself",
        (false, true) => true, "false is below true",
        (true, false) => false, "and not the other way round",
        (true, true) => false, "nothing is below itself",
    ),
    alternates(
        below: wgsl = "fn lt(a: u32, b: u32) -> u32 { return select(0u, 1u, a < b); }",
    ),
)]
pub const fn lt(a: bool, b: bool) -> bool {
    !a & b
}
