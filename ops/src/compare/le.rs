use super::gt;
use crate::arithmetic::sub;
use crate::choice::{max, min};
use vyre_conform_runtime::vyre_op;

/// 1 if `a` is at most `b`, unsigned; otherwise 0: the complement of `gt`.
#[vyre_op(
    laws(
        SelfInverse(1),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        RightMonotone,
        DistributiveOver(min),
        DistributiveOver(max),
        Not(Commutative, witness = (1, 0)),
        Not(LeftMonotone, witness = (0, 1, 0)),
        // (0 <= 0) <= 0 is 0, and 0 <= (0 <= 0) is 1.
        Not(Associative, witness = (0, 0, 0)),
        // On equal operands both le and eq hold, so no trichotomy contains le and eq.
        Not(Trichotomous(crate::compare::eq, gt), witness = (0, 0)),
        ZeroProduct(false, witness = (2, 1)),
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
        signs_disagree = (a <= b) != ((a as i32) <= (b as i32)),
    ),
    table(
        (5, 5) => 1, "a number is at most itself",
        (0, 1) => 1, "nothing is at most one",
        (1, 0) => 0, "one is more than nothing",
        (0x8000_0000, 0x7FFF_FFFF) => 0, "unsigned: bit 31 is a large number, not a sign",
        (0x0100_0001, 0x0100_0000) => 0, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        (0x0001_0000, 0) => 0, "the bits above the lowest 16 count",
        (0x0100_0000, 0) => 0, "the bits above the lowest 24 count",
    ),
    alternates(
        is_minimum: wgsl = "fn le(a: u32, b: u32) -> u32 { return select(0u, 1u, min(a, b) == a); }",
    ),
)]
pub const fn le(a: u32, b: u32) -> u32 {
    sub(1, gt(a, b))
}
