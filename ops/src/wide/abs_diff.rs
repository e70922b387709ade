use super::{max, min, sub};
use vyre_conform_runtime::vyre_op;

/// Distance between two numbers: the larger minus the smaller, as [`u64::abs_diff`] gives it.
#[vyre_op(
    laws(
        Commutative,
        Identity(0),
        SelfInverse(0),
        // ||2 - 1| - 1| is 0, and |2 - |1 - 1|| is 2.
        Not(Associative, witness = (2, 1, 1)),
        Not(LeftMonotone, witness = (0, 1, 1)),
        ZeroProduct(false, witness = (1, 1)),
        // No Absorbing element: |a - z| = z has two solutions a, not all.
    ),
    boundaries(
        (0, u64::MAX),
        (u64::MAX, 0),
        (0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000),
        (0xFFFF_FFFF, 0x1_0000_0000),
    ),
    classes(
        less = a < b,
        equal = a == b,
        greater = a > b,
        low_words_disagree = (a < b) != ((a as u32) < (b as u32)),
    ),
    table(
        (5, 3) => 2, "the left one is larger: left less right",
        (3, 5) => 2, "the right one is larger: right less left, no wrap",
        (7, 7) => 0, "no distance to itself",
        (0, u64::MAX) => 0xFFFF_FFFF_FFFF_FFFF, "the largest distance there is needs all 64 bits",
        (0xFFFF_FFFF, 0x1_0000_0000) => 1, "the low word borrows from the high word",
        (1, 0x1_0000_0000) => 0xFFFF_FFFF, "the high words decide which one is larger",
        (0x1234_5678_9ABC_DEF1, 1) => 0x1234_5678_9ABC_DEF0, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        sign_mask: wgsl = "
fn abs_diff(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let less = a.y < b.y || (a.y == b.y && a.x < b.x);
    let mask = select(0u, 0xFFFFFFFFu, less);
    let x = a.x - b.x;
    let y = (a.y - b.y - select(0u, 1u, a.x < b.x)) ^ mask;
    let low = (x ^ mask) - mask;
    return vec2<u32>(low, y + select(0u, 1u, less && x == 0u));
}",
    ),
)]
pub const fn abs_diff(a: u64, b: u64) -> u64 {
    sub(max(a, b), min(a, b))
}
