use vyre_conform_runtime::vyre_op;

/// Difference, saturating at 0.
#[vyre_op(
    laws(
        SelfInverse(0),
        RightIdentity(0),
        LeftAbsorbing(0),
        LeftMonotone,
        Not(Commutative, witness = (1, 0)),
        // (1 - 0) - 1 is 0, and 1 - (0 - 1) is 1, since the inner difference saturates at 0.
        Not(Associative, witness = (1, 0, 1)),
        Not(InverseOf(crate::arithmetic::saturating_add), witness = (0, 1)),
        // A larger subtrahend gives a smaller result.
        Not(RightMonotone, witness = (1, 0, 1)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries((0, 1), (0, u32::MAX), (u32::MAX, u32::MAX), (0x8000_0000, 0x7FFF_FFFF)),
    classes(saturates = a < b, exact = a >= b),
    table(
        (5, 3) => 2, "a difference that fits is the difference",
        (3, 5) => 0, "below zero there is nothing: cut to 0",
        (0, u32::MAX) => 0, "the furthest below zero is cut to 0 as well",
        (7, 7) => 0, "a number less itself, without a cut",
        (0x1234_5679, 1) => 0x1234_5678, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (0x0001_0000, 1) => 0xFFFF, "the low half borrows from the high one",
    ),
    alternates(
        from_maximum: wgsl = "fn saturating_sub(a: u32, b: u32) -> u32 { return max(a, b) - b; }",
        from_minimum: wgsl = "fn saturating_sub(a: u32, b: u32) -> u32 { return a - min(a, b); }",
    ),
)]
pub const fn saturating_sub(a: u32, b: u32) -> u32 {
    a.saturating_sub(b)
}
