use vyre_conform_runtime::vyre_op;

/// True unless both operands are true: the Sheffer stroke.
#[vyre_op(
    laws(
        Commutative,
        Not(Associative, witness = (false, false, true)),
        Not(Idempotent, witness = (true)),
        Not(Identity(true), witness = (true)),
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
        (false, true) => true, "the left one is not",
        (true, false) => true, "the right one is not",
        (true, true) => false, "both are true",
    ),
    alternates(
        from_product: wgsl = "fn nand(a: u32, b: u32) -> u32 { return 1u - a * b; }",
    ),
)]
pub const fn nand(a: bool, b: bool) -> bool {
    !(a & b)
}
