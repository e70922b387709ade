use vyre_conform_runtime::vyre_op;

/// 1 if either operand is nonzero; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        Bounded(0, 1),
        LeftMonotone,
        ZeroProduct(true),
        Not(Transitive, witness = (0, 1, 0)),
        Not(Antisymmetric, witness = (0, 1)),
    ),
    boundaries((1, 0x8000_0000_0000_0000), (0x1_0000_0000, 0), (0, 0x1_0000_0000), (u64::MAX, 1)),
    classes(
        both = a != 0 && b != 0,
        left_only = a != 0 && b == 0,
        right_only = a == 0 && b != 0,
        neither = a == 0 && b == 0,
    ),
    table(
        (0, 0) => 0, "false or false",
        (1, 0) => 1, "true or false",
        (0, 1) => 1, "false or true",
        (42, 7) => 1, "every nonzero number is true, and true is given as 1",
        (0x1_0000_0000, 0) => 1, "a number whose low word is 0 is not 0, on the left",
        (0, 0x1_0000_0000) => 1, "and on the right",
        (0x8000_0000_0000_0000, 0) => 1, "one high bit is true",
    ),
    alternates(
        any_bit: wgsl = "
fn or(a: vec2<u32>, b: vec2<u32>) -> u32 { return min(a.x | a.y | b.x | b.y, 1u); }",
    ),
)]
pub const fn or(a: u64, b: u64) -> u32 {
    (a != 0 || b != 0) as u32
}
