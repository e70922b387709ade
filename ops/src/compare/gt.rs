use super::{eq, lt};
use vyre_conform_runtime::vyre_op;

/// 1 if `a` is greater than `b`, unsigned; otherwise 0: `lt` with the operands exchanged.
#[vyre_op(
    laws(
        SelfInverse(0),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        Trichotomous(eq, lt),
        // 0 is above nothing.
        LeftAbsorbing(0),
        LeftMonotone,
        Not(Commutative, witness = (1, 0)),
        Not(RightMonotone, witness = (1, 0, 1)),
        // 2 > (0 > 1) is 1, and (2 > 0) > 1 is 0.
        Not(Associative, witness = (2, 0, 1)),
        ZeroProduct(false, witness = (1, 1)),
        // Unlike lt it does not distribute over min or max: a larger right operand gives less.
        Not(DistributiveOver(crate::choice::max), witness = (1, 0, 1)),
    ),
    boundaries(
        (0x7FFF_FFFF, 0x8000_0000),
        (0x8000_0000, 0x7FFF_FFFF),
        (0, u32::MAX),
        (u32::MAX, 0),
    ),
    classes(
        less = a < b,
        equal = a == b,
        greater = a > b,
        signs_disagree = (a > b) != ((a as i32) > (b as i32)),
    ),
    table(
        (1, 0) => 1, "one is above nothing",
        (0, 1) => 0, "and not the other way round",
        (5, 5) => 0, "nothing is above itself",
        (0xFFFF_FFFF, 0xFFFF_FFFE) => 1, "unsigned: neighbours at the top of the range",
        (0x8000_0000, 0x7FFF_FFFF) => 1, "unsigned: bit 31 is a large number, not a sign",
        (0x0100_0001, 0x0100_0000) => 1, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        (0x0001_0000, 0) => 1, "the bits above the lowest 16 count",
        (0x0100_0000, 0) => 1, "the bits above the lowest 24 count",
    ),
    alternates(
        saturating_difference: wgsl = "
fn gt(a: u32, b: u32) -> u32 { return min(max(a, b) - b, 1u); }",
    ),
)]
pub const fn gt(a: u32, b: u32) -> u32 {
    lt(b, a)
}
