use vyre_conform_runtime::vyre_op;

/// Quotient, rounded towards zero. A divisor of 0 gives 0.
///
/// WGSL gives `x` for `x / 0`; here the contract is 0 on every backend, permanently.
#[vyre_op(
    laws(
        RightIdentity(1),
        Absorbing(0),
        LeftMonotone,
        Not(Commutative, witness = (u32::MAX, 1)),
        // (8 / 4) / 2 is 1, and 8 / (4 / 2) is 4.
        Not(Associative, witness = (8, 4, 2)),
        // A larger divisor usually gives a smaller quotient, but 1 / 0 = 0 breaks that order too.
        Not(RightMonotone, witness = (1, 1, u32::MAX)),
        // Rounding loses half of each 1, and nothing of 1 + 1.
        Not(RightDistributiveOver(super::add), witness = (2, 1, 1)),
        ZeroProduct(false, witness = (1, 2)),
        // SelfInverse(1) fails at a = 0 only, since 0 / 0 = 0. LatticeAbsorption over the logical `or` is true: it
        // divides a by 1 unless a is 0, which RightIdentity(1) and Absorbing(0) already state.
        Not(SelfInverse(1), witness = (0)),
    ),
    boundaries((1, 0), (u32::MAX, 0), (u32::MAX, 1), (u32::MAX, u32::MAX), (0x8000_0000, 3)),
    classes(
        by_zero = b == 0,
        below_divisor = b != 0 && a < b,
        whole = b != 0 && a >= b && a.is_multiple_of(b),
        truncated = b != 0 && a >= b && !a.is_multiple_of(b),
    ),
    table(
        (10, 3) => 3, "3 threes fit into 10: the rest is cut off",
        (5, 0) => 0, "contract: a division by zero gives 0, not the dividend and not a trap",
        (0, 0) => 0, "contract: 0 / 0 gives 0 as well",
        (u32::MAX, 1) => 0xFFFF_FFFF, "one leaves the dividend alone, at the full width",
        (u32::MAX, u32::MAX) => 1, "a nonzero number fits once into itself",
        (0xFEDC_BA99, 3) => 0x54F4_3E33, "every bit counts: more than a float of 32 bits holds, and more than 16",
        (0x0001_0000, 0x0001_0000) => 1, "a divisor whose low half is 0 is not 0",
    ),
    alternates(
        long_division: wgsl = "
fn div(a: u32, b: u32) -> u32 {
    var quotient = 0u;
    var rest = 0u;
    for (var i = 0u; i < 32u; i++) {
        let top = rest >> 31u;
        rest = (rest << 1u) | ((a >> (31u - i)) & 1u);
        let fits = top == 1u || rest >= b;
        rest = select(rest, rest - b, fits);
        quotient = (quotient << 1u) | select(0u, 1u, fits);
    }
    return select(quotient, 0u, b == 0u);
}",
    ),
)]
pub const fn div(a: u32, b: u32) -> u32 {
    match a.checked_div(b) {
        Some(quotient) => quotient,
        None => 0,
    }
}
