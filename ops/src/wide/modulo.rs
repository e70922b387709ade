use vyre_conform_runtime::vyre_op;

/// Remainder of the truncating division. A divisor of 0 gives 0.
///
/// `mod` is a keyword of Rust and a reserved word of WGSL, hence the name of the function.
#[vyre_op(
    id = "u64::mod",
    laws(
        SelfInverse(0),
        Absorbing(0),
        // The remainder is below the divisor, so 2^64 - 1 is never a result.
        Bounded(0, 0xFFFF_FFFF_FFFF_FFFE),
        Not(Commutative, witness = (1, 2)),
        // (1 % 2) % 2 is 1, and 1 % (2 % 2) is a remainder by zero, 0.
        Not(Associative, witness = (1, 2, 2)),
        // True for numbers of one word: every operand has to be smaller than the divisor.
        Not(RightIdentity(0x1_0000_0000), witness = (0x1_0000_0000)),
        Not(LeftMonotone, witness = (1, 2, 2)),
        ZeroProduct(false, witness = (2, 1)),
    ),
    boundaries(
        (1, 0),
        (u64::MAX, 0),
        (u64::MAX, 0x8000_0000_0000_0000),
        (0x7FFF_FFFF_FFFF_FFFF, u64::MAX),
        (u64::MAX, 0x1_0000_0000),
    ),
    classes(
        by_zero = b == 0,
        below_divisor = b != 0 && a < b,
        by_one_word = b != 0 && b >> 32 == 0 && a >= b,
        by_two_words = b >> 32 != 0 && a >= b,
    ),
    table(
        (10, 3) => 1, "10 is 3 * 3 + 1",
        (5, 0) => 0, "contract: a remainder by zero gives 0",
        (0, 5) => 0, "0 is 5 * 0 + 0",
        (5, 1) => 0, "one divides everything",
        (0x1_0000_0000, 3) => 1, "2^32 is 3 * 0x55555555 + 1",
        (0x1_0000_0005, 0x1_0000_0000) => 5, "a divisor whose low word is 0 is not 0",
        (u64::MAX, 0x1_0000_0001) => 0, "2^64 - 1 is (2^32 + 1) * (2^32 - 1)",
        (0x8000_0000_0000_0001, 0x8000_0000_0000_0000) => 1, "unsigned: bit 63 is a large number, not a sign",
        (0xFEDC_BA98_7654_3211, 0x123_4567) => 0x38F1, "every bit counts: more than a float of 64 bits holds",
        (0xFEDC_BA98_7654_3211, 0xF000_0000_0000_0001) => 0xEDC_BA98_7654_3210, "a large rest, of which every bit counts",
        (1, u64::MAX) => 1, "the largest divisor leaves a smaller number alone",
    ),
    alternates(
        long_division: wgsl = "
fn modulo(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    var rest = vec2<u32>(0u);
    for (var i = 0u; i < 64u; i++) {
        let bit = (a[1u - (i >> 5u)] >> (31u - (i & 31u))) & 1u;
        let top = rest.y >> 31u;
        rest = vec2<u32>((rest.x << 1u) | bit, (rest.y << 1u) | (rest.x >> 31u));
        let fits = top == 1u || rest.y > b.y || (rest.y == b.y && rest.x >= b.x);
        let less = vec2<u32>(rest.x - b.x, rest.y - b.y - select(0u, 1u, rest.x < b.x));
        rest = select(rest, less, fits);
    }
    return select(rest, vec2<u32>(0u), (b.x | b.y) == 0u);
}",
    ),
)]
pub const fn modulo(a: u64, b: u64) -> u64 {
    match a.checked_rem(b) {
        Some(rest) => rest,
        None => 0,
    }
}
