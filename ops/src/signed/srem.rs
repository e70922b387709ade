use vyre_conform_runtime::vyre_op;

/// Remainder of the truncating division, with the sign of the dividend. A divisor of 0 gives 0, and
/// so does `i32::MIN % -1`.
#[vyre_op(
    laws(
        SelfInverse(0),
        Absorbing(0),
        // The magnitude is below that of the divisor, which is at most 2^31.
        Bounded(-0x7FFF_FFFF, 0x7FFF_FFFF),
        Not(Commutative, witness = (1, 2)),
        // (1 % 2) % 2 is 1, and 1 % (2 % 2) is a remainder by zero, 0.
        Not(Associative, witness = (1, 2, 2)),
        // It is a remainder, not the modulus of number theory: results may be negative.
        Not(Bounded(0, 0x7FFF_FFFF), witness = (-1, 2)),
        Not(LeftMonotone, witness = (1, 2, 2)),
        ZeroProduct(false, witness = (2, 1)),
    ),
    boundaries((i32::MIN, -1), (1, 0), (i32::MIN, 0), (i32::MAX, i32::MIN), (i32::MIN, i32::MAX)),
    classes(
        by_zero = b == 0,
        overflow = a == i32::MIN && b == -1,
        whole = b != 0 && a.wrapping_rem(b) == 0 && !(a == i32::MIN && b == -1),
        negative_rest = b != 0 && a.wrapping_rem(b) < 0,
        positive_rest = b != 0 && a.wrapping_rem(b) > 0,
    ),
    table(
        (7, 3) => 1, "7 is 3 * 2 + 1",
        (-7, 3) => -1, "-7 is 3 * -2 - 1: the sign of the dividend",
        (7, -3) => 1, "7 is -3 * -2 + 1: the sign of the divisor does not matter",
        (5, 0) => 0, "contract: a remainder by zero gives 0",
        (i32::MIN, -1) => 0, "contract: -1 divides everything, also where the quotient wraps",
        (-0x7EDC_BA99, 0x0001_2345) => -11545, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (-0x7EDC_BA99, 0x7000_0001) => -0x0EDC_BA98, "a large rest, of which every bit counts",
        (i32::MIN, 3) => -2, "the least dividend alone is no overflow: 2^31 is 2 above a multiple of 3",
        (i32::MIN, -0x7FFF_FFFF) => -1, "nor is it with a divisor below -1",
        (1, 0x1_0000) => 1, "a divisor whose low half is 0 is not 0",
        (i32::MIN, 0xFFFF) => -0x8000, "a divisor whose low half is all ones is not -1",
    ),
    alternates(
        magnitudes: wgsl = "
fn srem(a: i32, b: i32) -> i32 {
    let x = select(bitcast<u32>(a), 0u - bitcast<u32>(a), a < 0);
    let y = select(bitcast<u32>(b), 0u - bitcast<u32>(b), b < 0);
    let r = select(x % select(y, 1u, y == 0u), 0u, y == 0u);
    return bitcast<i32>(select(r, 0u - r, a < 0));
}",
    ),
)]
pub const fn srem(a: i32, b: i32) -> i32 {
    match a.checked_rem(b) {
        Some(rest) => rest,
        None => 0,
    }
}
