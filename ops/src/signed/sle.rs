use super::{sgt, slt};
use crate::arithmetic::sub;
use vyre_conform_runtime::vyre_op;

/// 1 if `a` is at most `b`, signed; otherwise 0: the complement of `sgt`.
#[vyre_op(
    laws(
        SelfInverse(1),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        RightMonotone,
        Not(Commutative, witness = (1, 0)),
        Not(LeftMonotone, witness = (0, 1, 0)),
        // Below 0 both sle and slt hold.
        Not(Trichotomous(slt, sgt), witness = (-1, 0)),
        ZeroProduct(false, witness = (2, 1)),
    ),
    boundaries((i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (-1, 0), (0, -1), (i32::MIN, i32::MIN)),
    classes(
        less = a < b,
        equal = a == b,
        greater = a > b,
        signs_differ = (a < 0) != (b < 0),
    ),
    table(
        (5, 5) => 1, "a number is at most itself",
        (-1, 0) => 1, "a negative number is below 0",
        (0, -1) => 0, "and not the other way round",
        (i32::MAX, i32::MIN) => 0, "the ends of the range, whose difference overflows",
        (0x0100_0001, 0x0100_0000) => 0, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        (0x0001_0000, 0) => 0, "the bits above the lowest 16 count",
        (0x0100_0000, 0) => 0, "the bits above the lowest 24 count",
    ),
    alternates(
        is_minimum: wgsl = "fn sle(a: i32, b: i32) -> u32 { return select(0u, 1u, min(a, b) == a); }",
    ),
)]
pub const fn sle(a: i32, b: i32) -> u32 {
    sub(1, sgt(a, b))
}
