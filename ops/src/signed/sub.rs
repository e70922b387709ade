use super::add;
use vyre_conform_runtime::vyre_op;

/// Difference modulo 2^32 of two's complement numbers.
#[vyre_op(
    laws(
        SelfInverse(0),
        RightIdentity(0),
        InverseOf(add),
        RightInjective,
        Not(Commutative, witness = (0, 1)),
        Not(Associative, witness = (0, 0, 1)),
        Not(LeftIdentity(0), witness = (1)),
        // -2^31 - 1 wraps to the largest number.
        Not(LeftMonotone, witness = (i32::MIN, 0, 1)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries((i32::MIN, 1), (i32::MAX, -1), (0, i32::MIN), (i32::MIN, i32::MAX)),
    classes(
        overflow_up = a.checked_sub(b).is_none() && b < 0,
        overflow_down = a.checked_sub(b).is_none() && b > 0,
        exact = a.checked_sub(b).is_some(),
    ),
    table(
        (2, 3) => -1, "a difference in range is the difference of the numbers",
        (i32::MIN, 1) => i32::MAX, "one below the smallest number wraps to the largest",
        (i32::MAX, -1) => i32::MIN, "one past the largest number wraps to the smallest",
        (0, i32::MIN) => i32::MIN, "2^31 is not in range: -2^31 modulo 2^32",
        (0x1234_5679, 2) => 0x1234_5677, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        unsigned_difference: wgsl = "
fn sub(a: i32, b: i32) -> i32 { return bitcast<i32>(bitcast<u32>(a) - bitcast<u32>(b)); }",
    ),
)]
pub const fn sub(a: i32, b: i32) -> i32 {
    a.wrapping_sub(b)
}
