use vyre_conform_runtime::vyre_op;

/// 1 if `a` is less than `b`, signed; otherwise 0.
#[vyre_op(
    laws(
        SelfInverse(0),
        Bounded(0, 1),
        Transitive,
        Antisymmetric,
        RightMonotone,
        Not(Commutative, witness = (0, 1)),
        Not(LeftMonotone, witness = (-1, 0, 0)),
        ZeroProduct(false, witness = (1, 1)),
        // Trichotomous needs an i32 equality, which the library lacks. Unlike with `lt`, 0 absorbs nothing: -1 is below
        // it.
    ),
    boundaries((i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (-1, 0), (0, -1), (i32::MIN, i32::MIN)),
    classes(
        less = a < b,
        equal = a == b,
        greater = a > b,
        signs_differ = (a < 0) != (b < 0),
    ),
    table(
        (-1, 0) => 1, "a negative number is below 0, although its bits are the larger number",
        (0, -1) => 0, "and not the other way round",
        (5, 5) => 0, "nothing is below itself",
        (i32::MIN, i32::MAX) => 1, "the ends of the range, whose difference overflows",
        (0x0100_0000, 0x0100_0001) => 1, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        (0, 0x0001_0000) => 1, "the bits above the lowest 16 count",
        (0, 0x0100_0000) => 1, "the bits above the lowest 24 count",
    ),
    alternates(
        flipped_signs: wgsl = "
fn slt(a: i32, b: i32) -> u32 {
    return select(0u, 1u, (bitcast<u32>(a) ^ 0x80000000u) < (bitcast<u32>(b) ^ 0x80000000u));
}",
    ),
)]
pub const fn slt(a: i32, b: i32) -> u32 {
    (a < b) as u32
}
