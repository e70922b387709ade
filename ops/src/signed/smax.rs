use super::smin;
use vyre_conform_runtime::vyre_op;

/// The larger operand, signed.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(i32::MIN),
        Idempotent,
        Absorbing(i32::MAX),
        DistributiveOver(smin),
        LatticeAbsorption(smin),
        LeftMonotone,
        ZeroProduct(true),
        // The unsigned identity fails here: max(-1, 0) is 0.
        Not(Identity(0), witness = (-1)),
    ),
    boundaries((i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (-1, 0), (0, -1)),
    classes(left = a > b, equal = a == b, right = a < b, signs_differ = (a < 0) != (b < 0)),
    table(
        (3, 5) => 5, "the right one is larger",
        (5, 3) => 5, "the left one is larger",
        (-1, 0) => 0, "signed: all ones are below 0",
        (i32::MIN, i32::MAX) => i32::MAX, "the ends of the range, whose difference overflows",
        (0x7EDC_BA98, 0x1234_5679) => 0x7EDC_BA98, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (-0x7EDC_BA98, -0x1234_5679) => -0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        by_select: wgsl = "fn smax(a: i32, b: i32) -> i32 { return select(a, b, a < b); }",
        flipped_signs: wgsl = "
fn smax(a: i32, b: i32) -> i32 {
    let high = max(bitcast<u32>(a) ^ 0x80000000u, bitcast<u32>(b) ^ 0x80000000u);
    return bitcast<i32>(high ^ 0x80000000u);
}",
    ),
)]
pub const fn smax(a: i32, b: i32) -> i32 {
    if a < b { b } else { a }
}
