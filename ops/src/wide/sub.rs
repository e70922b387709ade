use super::add;
use vyre_conform_runtime::vyre_op;

/// Difference modulo 2^64.
#[vyre_op(
    laws(
        SelfInverse(0),
        RightIdentity(0),
        InverseOf(add),
        RightInjective,
        Not(Commutative, witness = (0, 1)),
        Not(Associative, witness = (0, 0, 1)),
        Not(LeftIdentity(0), witness = (1)),
        Not(LeftMonotone, witness = (0, 1, 1)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries(
        (0, 1),
        (0x1_0000_0000, 1),
        (0, u64::MAX),
        (0x8000_0000_0000_0000, 0x8000_0000_0000_0001),
    ),
    classes(
        no_borrow = (a as u32) >= (b as u32) && a >= b,
        borrow_between_words = (a as u32) < (b as u32) && a >= b,
        borrow_out = a < b,
    ),
    table(
        (5, 3) => 2, "no borrow",
        (0x1_0000_0000, 1) => 0xFFFF_FFFF, "the low word borrows from the high word",
        (0, 1) => 0xFFFF_FFFF_FFFF_FFFF, "-1 is 2^64 - 1 modulo 2^64",
        (0x1234_5678_9ABC_DEF1, 1) => 0x1234_5678_9ABC_DEF0, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        complement_and_add: wgsl = "
fn sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + ~b.x + 1u;
    let no_borrow = select(0u, 1u, a.x >= b.x);
    return vec2<u32>(low, a.y + ~b.y + no_borrow);
}",
    ),
)]
pub const fn sub(a: u64, b: u64) -> u64 {
    a.wrapping_sub(b)
}
