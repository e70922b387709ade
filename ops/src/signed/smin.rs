use super::smax;
use vyre_conform_runtime::vyre_op;

/// The smaller operand, signed.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(i32::MAX),
        Idempotent,
        Absorbing(i32::MIN),
        DistributiveOver(smax),
        LatticeAbsorption(smax),
        LeftMonotone,
        ZeroProduct(true),
        // The unsigned identity fails here: min(0, -1) is -1.
        Not(Identity(-1), witness = (0)),
    ),
    boundaries((i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (-1, 0), (0, -1)),
    classes(left = a < b, equal = a == b, right = a > b, signs_differ = (a < 0) != (b < 0)),
    table(
        (3, 5) => 3, "the left one is smaller",
        (5, 3) => 3, "the right one is smaller",
        (-1, 0) => -1, "signed: all ones are below 0",
        (i32::MIN, i32::MAX) => i32::MIN, "the ends of the range, whose difference overflows",
        (0x7EDC_BA98, 0x1234_5679) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (-0x7EDC_BA98, -0x1234_5679) => -0x7EDC_BA98, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        by_select: wgsl = "fn smin(a: i32, b: i32) -> i32 { return select(b, a, a < b); }",
        flipped_signs: wgsl = "
fn smin(a: i32, b: i32) -> i32 {
    let low = min(bitcast<u32>(a) ^ 0x80000000u, bitcast<u32>(b) ^ 0x80000000u);
    return bitcast<i32>(low ^ 0x80000000u);
}",
    ),
)]
pub const fn smin(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}
