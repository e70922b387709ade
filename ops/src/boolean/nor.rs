use super::{and, xor};
use vyre_conform_runtime::vyre_op;

/// True if neither operand is true: the Peirce arrow.
#[vyre_op(
    laws(
        Commutative,
        // It is true for false and false only.
        Antisymmetric,
        Transitive,
        Trichotomous(and, xor),
        Not(Associative, witness = (false, false, true)),
        Not(Idempotent, witness = (true)),
        Not(Identity(false), witness = (true)),
    ),
    boundaries((false, false), (false, true), (true, false), (true, true)),
    classes(
        both = a && b,
        left_only = a && !b,
        right_only = !a && b,
        neither = !a && !b,
    ),
    table(
        (false, false) => true, "neither is true",
        (false, true) => false, "the right one is",
        (true, false) => false, "the left one is",
        (true, true) => false, "both are",
    ),
    alternates(
        difference_from_larger: wgsl = "fn nor(a: u32, b: u32) -> u32 { return 1u - max(a, b); }",
    ),
)]
pub const fn nor(a: bool, b: bool) -> bool {
    !(a | b)
}
