use vyre_conform_runtime::vyre_op;

/// True if both operands are equal: the biconditional.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(true),
        SelfInverse(true),
        InverseOf(eq),
        Antisymmetric,
        Transitive,
        ZeroProduct(true),
        Not(Idempotent, witness = (false)),
    ),
    boundaries((false, false), (false, true), (true, false), (true, true)),
    classes(
        both = a && b,
        left_only = a && !b,
        right_only = !a && b,
        neither = !a && !b,
    ),
    table(
        (false, false) => true, "both are false",
        (false, true) => false, "they differ",
        (true, false) => false, "they differ",
        (true, true) => true, "both are true",
    ),
    alternates(
        complement_of_difference: wgsl = "fn eq(a: u32, b: u32) -> u32 { return 1u - (a ^ b); }",
    ),
)]
pub const fn eq(a: bool, b: bool) -> bool {
    a == b
}
