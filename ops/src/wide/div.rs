use super::add;
use vyre_conform_runtime::vyre_op;

/// Quotient, rounded towards zero. A divisor of 0 gives 0.
#[vyre_op(
    laws(
        RightIdentity(1),
        Absorbing(0),
        LeftMonotone,
        Not(Commutative, witness = (u64::MAX, 1)),
        // (8 / 4) / 2 is 1, and 8 / (4 / 2) is 4.
        Not(Associative, witness = (8, 4, 2)),
        // A larger divisor usually gives a smaller quotient, but 1 / 0 = 0 breaks that order too.
        Not(RightMonotone, witness = (1, 1, u64::MAX)),
        // Rounding loses half of each 1, and nothing of 1 + 1.
        Not(RightDistributiveOver(add), witness = (2, 1, 1)),
        ZeroProduct(false, witness = (1, 2)),
        // SelfInverse(1) fails at a = 0 only, since 0 / 0 = 0.
        Not(SelfInverse(1), witness = (0)),
    ),
    boundaries(
        (1, 0),
        (u64::MAX, 0),
        (u64::MAX, 1),
        (u64::MAX, 0x1_0000_0000),
        (0x1_0000_0000, u64::MAX),
        (0x8000_0000_0000_0000, 3),
    ),
    classes(
        by_zero = b == 0,
        below_divisor = b != 0 && a < b,
        by_one_word = b != 0 && b >> 32 == 0 && a >= b,
        by_two_words = b >> 32 != 0 && a >= b,
    ),
    table(
        (10, 3) => 3, "3 threes fit into 10: the rest is cut off",
        (5, 0) => 0, "contract: a division by zero gives 0, not the dividend and not a trap",
        (0, 0) => 0, "contract: 0 / 0 gives 0 as well",
        (u64::MAX, 1) => 0xFFFF_FFFF_FFFF_FFFF, "one leaves the dividend alone, at the full width",
        (u64::MAX, u64::MAX) => 1, "a nonzero number fits once into itself",
        (0x1_0000_0000, 2) => 0x8000_0000, "what the high word leaves goes into the low word",
        (0x1_0000_0000, 0x1_0000_0000) => 1, "a divisor whose low word is 0 is not 0",
        (u64::MAX, 0x1_0000_0001) => 0xFFFF_FFFF, "2^64 - 1 is (2^32 + 1) * (2^32 - 1)",
        (0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000) => 0, "unsigned: bit 63 is a large number, not a sign",
        (0xFEDC_BA98_7654_3211, 3) => 0x54F4_3E32_D21C_10B0, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        long_division: wgsl = "
fn div(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    var quotient = vec2<u32>(0u);
    var rest = vec2<u32>(0u);
    for (var i = 0u; i < 64u; i++) {
        let bit = (a[1u - (i >> 5u)] >> (31u - (i & 31u))) & 1u;
        let top = rest.y >> 31u;
        rest = vec2<u32>((rest.x << 1u) | bit, (rest.y << 1u) | (rest.x >> 31u));
        let fits = top == 1u || rest.y > b.y || (rest.y == b.y && rest.x >= b.x);
        let less = vec2<u32>(rest.x - b.x, rest.y - b.y - select(0u, 1u, rest.x < b.x));
        rest = select(rest, less, fits);
        quotient = vec2<u32>((quotient.x << 1u) | select(0u, 1u, fits), (quotient.y << 1u) | (quotient.x >> 31u));
    }
    return select(quotient, vec2<u32>(0u), (b.x | b.y) == 0u);
}",
    ),
)]
pub const fn div(a: u64, b: u64) -> u64 {
    match a.checked_div(b) {
        Some(quotient) => quotient,
        None => 0,
    }
}
