use super::sub;
use vyre_conform_runtime::vyre_op;

/// Sum modulo 2^32 of two's complement numbers.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        InverseOf(sub),
        // An overflow wraps to the other end of the range.
        Not(LeftMonotone, witness = (0, i32::MAX, 1)),
        ZeroProduct(false, witness = (1, -1)),
        Not(SelfInverse(0), witness = (1)),
    ),
    boundaries((i32::MAX, 1), (i32::MIN, -1), (i32::MIN, i32::MIN), (i32::MAX, i32::MIN)),
    classes(
        overflow_up = a.checked_add(b).is_none() && a > 0,
        overflow_down = a.checked_add(b).is_none() && a < 0,
        exact = a.checked_add(b).is_some(),
    ),
    table(
        (2, -3) => -1, "a sum in range is the sum of the numbers",
        (i32::MAX, 1) => i32::MIN, "one past the largest number wraps to the smallest",
        (i32::MIN, -1) => i32::MAX, "one below the smallest number wraps to the largest",
        (i32::MIN, i32::MIN) => 0, "-2^32 is 0 modulo 2^32",
        (0x1234_5679, 1) => 0x1234_567A, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        unsigned_sum: wgsl = "
fn add(a: i32, b: i32) -> i32 { return bitcast<i32>(bitcast<u32>(a) + bitcast<u32>(b)); }",
    ),
)]
pub const fn add(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}
