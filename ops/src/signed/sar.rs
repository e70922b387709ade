use vyre_conform_runtime::vyre_op;

/// Arithmetic shift right by `b` modulo 32: copies of the sign enter at the top.
#[vyre_op(
    laws(
        RightIdentity(0),
        RightIdentity(32),
        // Every multiple of 32 is a right identity; the declared ones are 0 and the first wrap.
        LeftAbsorbing(0),
        LeftAbsorbing(-1),
        LeftMonotone,
        // A larger amount lowers positive numbers and raises negative ones.
        Not(RightMonotone, witness = (1, 0, 1)),
        ZeroProduct(false, witness = (1, 1)),
        // The operands have different types: laws that exchange or nest them do not apply.
    ),
    boundaries((i32::MIN, 31), (-1, 31), (i32::MAX, 31), (-8, 32), (-8, 33), (i32::MIN, u32::MAX)),
    classes(
        negative = a < 0 && b < 32,
        not_negative = a >= 0 && b < 32,
        amount_wraps = b >= 32,
    ),
    table(
        (-8, 1) => -4, "the sign comes in: half of -8",
        (-1, 31) => -1, "all ones stay all ones",
        (-7, 1) => -4, "rounds down, not towards zero: -3.5 becomes -4",
        (i32::MIN, 31) => -1, "the sign fills every place",
        (8, 1) => 4, "of a positive number a zero comes in",
        (-8, 32) => -8, "contract: the amount is taken modulo 32",
        (-0x1234_5679, 4) => -0x0123_4568, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (-0x7654_3211, 2) => -0x1D95_0C85, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        complement_of_logical: wgsl = "
fn sar(a: i32, b: u32) -> i32 {
    let sign = bitcast<u32>(select(0, -1, a < 0));
    return bitcast<i32>(((bitcast<u32>(a) ^ sign) >> (b & 31u)) ^ sign);
}",
    ),
)]
pub const fn sar(a: i32, b: u32) -> i32 {
    a >> (b & 31)
}
