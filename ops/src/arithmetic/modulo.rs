use vyre_conform_runtime::vyre_op;

/// Remainder of the truncating division. A divisor of 0 gives 0.
///
/// `mod` is a keyword of Rust and a reserved word of WGSL, hence the name of the function.
#[vyre_op(
    id = "u32::mod",
    laws(
        SelfInverse(0),
        Absorbing(0),
        // The remainder is below the divisor, so 2^32 - 1 is never a result.
        Bounded(0, 0xFFFF_FFFE),
        Not(Commutative, witness = (1, 2)),
        // (1 % 2) % 2 is 1, and 1 % (2 % 2) is a remainder by zero, 0.
        Not(Associative, witness = (1, 2, 2)),
        // True for bytes with 256: every operand has to be smaller than the divisor.
        Not(RightIdentity(256), witness = (256)),
        Not(LeftMonotone, witness = (1, 2, 2)),
        ZeroProduct(false, witness = (2, 1)),
    ),
    boundaries((1, 0), (u32::MAX, 0), (u32::MAX, 0x8000_0000), (0x7FFF_FFFF, u32::MAX)),
    classes(
        by_zero = b == 0,
        below_divisor = b != 0 && a < b,
        whole = b != 0 && a >= b && a.is_multiple_of(b),
        rest = b != 0 && a >= b && !a.is_multiple_of(b),
    ),
    table(
        (10, 3) => 1, "10 is 3 * 3 + 1",
        (5, 0) => 0, "contract: a remainder by zero gives 0",
        (0, 5) => 0, "0 is 5 * 0 + 0",
        (0, 0) => 0, "contract: 0 % 0 gives 0 as well",
        (5, 1) => 0, "one divides everything",
        (0xFEDC_BA99, 0x0001_2345) => 23193, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (0xFEDC_BA99, 0xF000_0001) => 0x0EDC_BA98, "a large rest, of which every bit counts",
        (1, 0x0001_0000) => 1, "a divisor whose low half is 0 is not 0",
        (1, u32::MAX) => 1, "the largest divisor leaves a smaller number alone",
    ),
    alternates(
        long_division: wgsl = "
fn modulo(a: u32, b: u32) -> u32 {
    var rest = 0u;
    for (var i = 0u; i < 32u; i++) {
        let top = rest >> 31u;
        rest = (rest << 1u) | ((a >> (31u - i)) & 1u);
        rest = select(rest, rest - b, top == 1u || rest >= b);
    }
    return select(rest, 0u, b == 0u);
}",
        multiply_back: wgsl = "
fn modulo(a: u32, b: u32) -> u32 {
    let divisor = select(b, 1u, b == 0u);
    return a - (a / divisor) * divisor;
}",
    ),
)]
pub const fn modulo(a: u32, b: u32) -> u32 {
    match a.checked_rem(b) {
        Some(rest) => rest,
        None => 0,
    }
}
