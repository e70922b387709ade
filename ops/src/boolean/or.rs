use super::{and, eq, implies};
use vyre_conform_runtime::vyre_op;

/// True if at least one operand is true.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(false),
        Idempotent,
        Absorbing(true),
        DistributiveOver(and),
        LatticeAbsorption(and),
        DistributiveOver(eq),
        DistributiveOver(implies),
        LeftMonotone,
        // true | (false ^ false) is true, and true ^ true is not.
        ZeroProduct(true),
        Not(DistributiveOver(super::xor), witness = (true, false, false)),
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
        (false, false) => false, "neither is true",
        (false, true) => true, "the right one is enough",
        (true, false) => true, "the left one is enough",
        (true, true) => true, "both are true: it is not exclusive",
    ),
    alternates(
        larger: wgsl = "fn or(a: u32, b: u32) -> u32 { return max(a, b); }",
    ),
)]
pub const fn or(a: bool, b: bool) -> bool {
    a | b
}
