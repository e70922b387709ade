use super::{and, nor};
use vyre_conform_runtime::vyre_op;

/// True if exactly one operand is true.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(false),
        SelfInverse(false),
        InverseOf(xor),
        Trichotomous(and, nor),
        Not(DistributiveOver(and), witness = (true, false, true)),
        Not(DistributiveOver(super::or), witness = (true, false, true)),
        Not(Idempotent, witness = (true)),
    ),
    boundaries((false, false), (false, true), (true, false), (true, true)),
    classes(
        both = a && b,
        left_only = a && !b,
        right_only = !a && b,
        neither = !a && !b,
    ),
    table(
        (false, false) => false, "equal: neither is true",
        (false, true) => true, "the right one alone",
        (true, false) => true, "the left one alone",
        (true, true) => false, "equal: both are true",
    ),
    alternates(
        lowest_bit_of_sum: wgsl = "fn xor(a: u32, b: u32) -> u32 { return (a + b) & 1u; }",
    ),
)]
pub const fn xor(a: bool, b: bool) -> bool {
    a ^ b
}
