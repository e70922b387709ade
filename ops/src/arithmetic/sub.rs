use super::add;
use vyre_conform_runtime::vyre_op;

/// Difference modulo 2^32: a borrow into bit 32 is dropped.
#[vyre_op(
    laws(
        SelfInverse(0),
        RightIdentity(0),
        InverseOf(add),
        RightInjective,
        Not(Commutative, witness = (0, 1)),
        // (0 - 0) - 1 is 2^32 - 1, and 0 - (0 - 1) is 1.
        Not(Associative, witness = (0, 0, 1)),
        // The left operand 0 negates: no left identity exists.
        Not(LeftIdentity(0), witness = (1)),
        // A borrow makes the smaller minuend give the larger result.
        Not(LeftMonotone, witness = (0, 1, 1)),
        // ZeroProduct(true) is false: 1 - 1 = 0.
    ),
    boundaries((0, 1), (0, u32::MAX), (0x8000_0000, 1), (0x7FFF_FFFF, 0x8000_0000)),
    classes(borrow = a < b, no_borrow = a >= b),
    table(
        (5, 3) => 2, "no borrow: the difference of the numbers",
        (0, 1) => 0xFFFF_FFFF, "-1 is 2^32 - 1 modulo 2^32",
        (0, 0) => 0, "nothing less nothing",
        (0x1234_5679, 1) => 0x1234_5678, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        complement_and_add: wgsl = "fn sub(a: u32, b: u32) -> u32 { return a + ~b + 1u; }",
        borrow_loop: wgsl = "
fn sub(a: u32, b: u32) -> u32 {
    var rest = a;
    var borrow = b;
    for (var i = 0u; i < 32u; i++) {
        let out = (~rest & borrow) << 1u;
        rest = rest ^ borrow;
        borrow = out;
    }
    return rest;
}",
    ),
)]
pub const fn sub(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b)
}
