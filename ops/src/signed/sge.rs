use super::{sgt, slt};
use crate::arithmetic::sub;
use vyre_conform_runtime::vyre_op;

/// 1 if `a` is at least `b`, signed; otherwise 0: the complement of `slt`.
#[vyre_op(
    laws(
        SelfInverse(1),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        LeftMonotone,
        Not(Commutative, witness = (0, 1)),
        Not(RightMonotone, witness = (0, 0, 1)),
        // Above 0 both sge and sgt hold.
        Not(Trichotomous(slt, sgt), witness = (1, 0)),
        ZeroProduct(false, witness = (1, 2)),
    ),
    boundaries((i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (-1, 0), (0, -1), (i32::MIN, i32::MIN)),
    classes(
        less = a < b,
        equal = a == b,
        greater = a > b,
        signs_differ = (a < 0) != (b < 0),
    ),
    table(
        (5, 5) => 1, "a number is at least itself",
        (0, -1) => 1, "0 is above a negative number",
        (-1, 0) => 0, "and not the other way round",
        (i32::MIN, i32::MAX) => 0, "the ends of the range, whose difference overflows",
        (0x0100_0000, 0x0100_0001) => 0, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        (0, 0x0001_0000) => 0, "the bits above the lowest 16 count",
        (0, 0x0100_0000) => 0, "the bits above the lowest 24 count",
    ),
    alternates(
        is_maximum: wgsl = "fn sge(a: i32, b: i32) -> u32 { return select(0u, 1u, max(a, b) == a); }",
    ),
)]
pub const fn sge(a: i32, b: i32) -> u32 {
    sub(1, slt(a, b))
}
