use vyre_conform_runtime::vyre_op;

/// Quotient, rounded towards zero. A divisor of 0 gives 0; `i32::MIN / -1` gives `i32::MIN`.
#[vyre_op(
    laws(
        RightIdentity(1),
        Absorbing(0),
        Not(Commutative, witness = (2, 1)),
        // (8 / 4) / 2 is 1, and 8 / (4 / 2) is 4.
        Not(Associative, witness = (8, 4, 2)),
        // 0 / 0 is 0.
        Not(SelfInverse(1), witness = (0)),
        // A negative divisor reverses the order.
        Not(LeftMonotone, witness = (-1, 0, -1)),
        ZeroProduct(false, witness = (1, 2)),
    ),
    boundaries((i32::MIN, -1), (1, 0), (i32::MIN, 0), (i32::MIN, 1), (i32::MIN, i32::MIN), (-7, 2)),
    classes(
        by_zero = b == 0,
        overflow = a == i32::MIN && b == -1,
        like_signs = b != 0 && (a < 0) == (b < 0) && !(a == i32::MIN && b == -1),
        unlike_signs = b != 0 && (a < 0) != (b < 0),
    ),
    table(
        (7, 2) => 3, "3.5 towards zero is 3",
        (-7, 2) => -3, "-3.5 towards zero is -3, not -4",
        (7, -2) => -3, "the sign of the divisor counts alike",
        (-7, -2) => 3, "like signs give a positive quotient",
        (5, 0) => 0, "contract: a division by zero gives 0",
        (i32::MIN, -1) => i32::MIN, "contract: 2^31 is not in range and wraps",
        (-0x7EDC_BA99, 3) => -0x2A49_9388, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (i32::MIN, 2) => -0x4000_0000, "the least dividend alone is no overflow: half of it",
        (i32::MIN, i32::MIN) => 1, "nor is it with a divisor below -1",
        (i32::MAX, -1) => -0x7FFF_FFFF, "nor does -1 alone overflow",
        (-0x7FFF_FFFF, -1) => i32::MAX, "the number next to the least has a negation",
        (0x1_0000, 0x1_0000) => 1, "a divisor whose low half is 0 is not 0",
        (i32::MIN, 0xFFFF) => -0x8000, "a divisor whose low half is all ones is not -1",
    ),
    alternates(
        magnitudes: wgsl = "
fn sdiv(a: i32, b: i32) -> i32 {
    let x = select(bitcast<u32>(a), 0u - bitcast<u32>(a), a < 0);
    let y = select(bitcast<u32>(b), 0u - bitcast<u32>(b), b < 0);
    let q = select(x / select(y, 1u, y == 0u), 0u, y == 0u);
    return bitcast<i32>(select(q, 0u - q, (a < 0) != (b < 0)));
}",
    ),
)]
pub const fn sdiv(a: i32, b: i32) -> i32 {
    match a.checked_div(b) {
        Some(quotient) => quotient,
        None => {
            // Either the divisor is 0, or it is -1 and the dividend, i32::MIN, is the wrapped result.
            if b == 0 { 0 } else { a }
        }
    }
}
