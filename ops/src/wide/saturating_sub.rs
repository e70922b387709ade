use super::saturating_add;
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
        Not(InverseOf(saturating_add), witness = (0, 1)),
        // A larger subtrahend gives a smaller result.
        Not(RightMonotone, witness = (1, 0, 1)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries(
        (0, 1),
        (0, u64::MAX),
        (u64::MAX, u64::MAX),
        (0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF),
        (0x1_0000_0000, 1),
    ),
    classes(
        saturates = a < b,
        borrow_between_words = a >= b && (a as u32) < (b as u32),
        no_borrow = a >= b && (a as u32) >= (b as u32),
    ),
    table(
        (5, 3) => 2, "a difference that fits is the difference",
        (3, 5) => 0, "below zero there is nothing: cut to 0",
        (0, u64::MAX) => 0, "the furthest below zero is cut to 0 as well",
        (0x1_0000_0000, 1) => 0xFFFF_FFFF, "a low word of 0 borrows, it does not saturate",
        (0xFFFF_FFFF, 0x1_0000_0000) => 0, "the high words decide that nothing is left",
        (0x1234_5678_9ABC_DEF1, 1) => 0x1234_5678_9ABC_DEF0, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        from_minimum: wgsl = "
fn saturating_sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let less = a.y < b.y || (a.y == b.y && a.x < b.x);
    let c = select(b, a, less);
    return vec2<u32>(a.x - c.x, a.y - c.y - select(0u, 1u, a.x < c.x));
}",
    ),
)]
pub const fn saturating_sub(a: u64, b: u64) -> u64 {
    a.saturating_sub(b)
}
