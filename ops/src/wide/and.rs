use vyre_conform_runtime::vyre_op;

/// 1 if both operands are nonzero; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        Bounded(0, 1),
        Transitive,
        LeftMonotone,
        ZeroProduct(true),
        // and(1, 2) = and(2, 1) = 1.
        Not(Antisymmetric, witness = (1, 2)),
    ),
    boundaries((1, 0x8000_0000_0000_0000), (0x1_0000_0000, 0), (0xFFFF_FFFF, 0xFFFF_FFFF_0000_0000), (u64::MAX, 1)),
    classes(
        both = a != 0 && b != 0,
        left_only = a != 0 && b == 0,
        right_only = a == 0 && b != 0,
        neither = a == 0 && b == 0,
    ),
    table(
        (0, 0) => 0, "false and false",
        (1, 0) => 0, "true and false",
        (0, 1) => 0, "false and true",
        (42, 7) => 1, "every nonzero number is true, and true is given as 1",
        (1, 2) => 1, "logical, not bitwise: that no bit is shared does not matter",
        (0x1_0000_0000, 1) => 1, "a number whose low word is 0 is not 0, on the left",
        (1, 0x1_0000_0000) => 1, "and on the right",
        (0x8000_0000_0000_0000, 0x0001_0000_0000_0000) => 1, "one high bit each is true",
    ),
    alternates(
        product_of_tests: wgsl = "
fn and(a: vec2<u32>, b: vec2<u32>) -> u32 { return min(a.x | a.y, 1u) * min(b.x | b.y, 1u); }",
    ),
)]
pub const fn and(a: u64, b: u64) -> u32 {
    (a != 0 && b != 0) as u32
}
