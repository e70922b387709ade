use super::lt;
use crate::arithmetic::sub;
use vyre_conform_runtime::vyre_op;

/// 1 if `a` is at least `b`, unsigned; otherwise 0: the complement of `lt`.
#[vyre_op(
    laws(
        SelfInverse(1),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        LeftMonotone,
        Not(Commutative, witness = (0, 1)),
        Not(RightMonotone, witness = (0, 0, 1)),
        // (0 >= 0) >= 0 is 1, and 0 >= (0 >= 0) is 0.
        Not(Associative, witness = (0, 0, 0)),
        // On equal operands both ge and eq hold, so no trichotomy contains ge and eq.
        Not(Trichotomous(crate::compare::eq, lt), witness = (0, 0)),
        ZeroProduct(false, witness = (1, 2)),
        // Unlike le it does not distribute over min: 0 >= min(0, 1) is 1, min(1, 0) is 0.
        Not(DistributiveOver(crate::choice::min), witness = (0, 0, 1)),
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
        signs_disagree = (a >= b) != ((a as i32) >= (b as i32)),
    ),
    table(
        (5, 5) => 1, "a number is at least itself",
        (0, 1) => 0, "nothing is less than one",
        (1, 0) => 1, "one is more than nothing",
        (0x8000_0000, 0x7FFF_FFFF) => 1, "unsigned: bit 31 is a large number, not a sign",
        (0x0100_0000, 0x0100_0001) => 0, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        (0, 0x0001_0000) => 0, "the bits above the lowest 16 count",
        (0, 0x0100_0000) => 0, "the bits above the lowest 24 count",
    ),
    alternates(
        is_maximum: wgsl = "fn ge(a: u32, b: u32) -> u32 { return select(0u, 1u, max(a, b) == a); }",
    ),
)]
pub const fn ge(a: u32, b: u32) -> u32 {
    sub(1, lt(a, b))
}
