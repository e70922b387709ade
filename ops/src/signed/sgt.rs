use super::slt;
use vyre_conform_runtime::vyre_op;

/// 1 if `a` is greater than `b`, signed; otherwise 0: `slt` with the operands exchanged.
#[vyre_op(
    laws(
        SelfInverse(0),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        LeftMonotone,
        Not(Commutative, witness = (1, 0)),
        Not(RightMonotone, witness = (0, -1, 0)),
        ZeroProduct(false, witness = (1, 1)),
        // Trichotomous needs an i32 equality, which the library lacks.
    ),
    boundaries((i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (-1, 0), (0, -1), (i32::MIN, i32::MIN)),
    classes(
        less = a < b,
        equal = a == b,
        greater = a > b,
        signs_differ = (a < 0) != (b < 0),
    ),
    table(
        (0, -1) => 1, "0 is above a negative number, although the bits of that are the larger number",
        (-1, 0) => 0, "and not the other way round",
        (5, 5) => 0, "nothing is above itself",
        (i32::MAX, i32::MIN) => 1, "the ends of the range, whose difference overflows",
        (0x0100_0001, 0x0100_0000) => 1, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        (0x0001_0000, 0) => 1, "the bits above the lowest 16 count",
        (0x0100_0000, 0) => 1, "the bits above the lowest 24 count",
    ),
    alternates(
        is_not_minimum: wgsl = "fn sgt(a: i32, b: i32) -> u32 { return select(1u, 0u, min(a, b) == a); }",
    ),
)]
pub const fn sgt(a: i32, b: i32) -> u32 {
    slt(b, a)
}
