use vyre_conform_runtime::{vyre_fn, vyre_op};

/// The high half by a widening multiplication, for the lowering.
#[vyre_fn]
pub fn upper_word(a: u64, b: u64) -> u64 {
    a.carrying_mul(b, 0).1
}

/// High half of the product: bits 64 to 127 of the 128-bit product.
#[vyre_op(
    lower = upper_word,
    laws(
        Commutative,
        Absorbing(0),
        LeftMonotone,
        // (2^64 - 1)^2 is 2^128 - 2^65 + 1, whose high half is 2^64 - 2.
        Bounded(0, 0xFFFF_FFFF_FFFF_FFFE),
        // The two orders round down at different steps.
        Not(Associative, witness = (0x8000_0000_0000_0000, u64::MAX, u64::MAX)),
        ZeroProduct(false, witness = (1, 1)),
        // No Identity: the result is below both operands unless one of them is 0.
    ),
    boundaries(
        (0x1_0000_0000, 0x1_0000_0000),
        (0xFFFF_FFFF, 0x1_0000_0001),
        (u64::MAX, u64::MAX),
        (0x8000_0000_0000_0000, 2),
        (u64::MAX, 0xFFFF_FFFF),
    ),
    classes(
        small_product = a.checked_mul(b).is_some(),
        large_product = a.checked_mul(b).is_none(),
    ),
    table(
        (3, 7) => 0, "a product below 2^64 has an empty high half",
        (0x1_0000_0000, 0x1_0000_0000) => 1, "2^32 * 2^32 is exactly 2^64",
        (0xFFFF_FFFF, 0x1_0000_0001) => 0, "2^64 - 1 is the largest product without a high half",
        (u64::MAX, u64::MAX) => 0xFFFF_FFFF_FFFF_FFFE, "2^128 - 2^65 + 1 divided by 2^64, rounded down",
        (u64::MAX, 0x1_0000_0000) => 0xFFFF_FFFF, "2^96 - 2^32: one word of the high half",
        (0xFEDC_BA98_7654_3211, 0x1234_5678_9ABC_DEF1) => 0x121F_A00A_D77D_7423, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        two_word_products: wgsl = "
fn wide(a: u32, b: u32) -> vec2<u32> {
    let al = a & 0xFFFFu;
    let ah = a >> 16u;
    let bl = b & 0xFFFFu;
    let bh = b >> 16u;
    let low = al * bl;
    let first = ah * bl + (low >> 16u);
    let second = al * bh + (first & 0xFFFFu);
    return vec2<u32>(a * b, ah * bh + (first >> 16u) + (second >> 16u));
}
fn mul_hi(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = wide(a.x, b.x);
    let first = wide(a.y, b.x);
    let second = wide(a.x, b.y);
    let high = wide(a.y, b.y);
    let one = first.x + low.y;
    let two = second.x + one;
    let rest = first.y + select(0u, 1u, one < low.y);
    let more = second.y + select(0u, 1u, two < one);
    let sum = rest + more;
    let x = high.x + sum;
    return vec2<u32>(x, high.y + select(0u, 1u, sum < rest) + select(0u, 1u, x < sum));
}",
    ),
)]
pub const fn mul_hi(a: u64, b: u64) -> u64 {
    (((a as u128) * (b as u128)) >> 64) as u64
}
