use crate::choice::{max, min};
use vyre_conform_runtime::vyre_op;

/// High half of the product: bits 32 to 63 of the 64-bit product.
#[vyre_op(
    laws(
        Commutative,
        Absorbing(0),
        LeftMonotone,
        DistributiveOver(min),
        DistributiveOver(max),
        // (2^32 - 1)^2 is 2^64 - 2^33 + 1, whose high half is 2^32 - 2.
        Bounded(0, 0xFFFF_FFFE),
        // The two orders round down at different steps.
        Not(Associative, witness = (0x8000_0000, u32::MAX, u32::MAX)),
        ZeroProduct(false, witness = (1, 1)),
        // No Identity: the result is below both operands unless one of them is 0.
    ),
    boundaries((0x10000, 0x10000), (0xFFFF, 0x10001), (u32::MAX, u32::MAX), (0x8000_0000, 2)),
    classes(
        small_product = a.checked_mul(b).is_some(),
        large_product = a.checked_mul(b).is_none(),
    ),
    table(
        (3, 7) => 0, "a product below 2^32 has an empty high half",
        (0x10000, 0x10000) => 1, "2^16 * 2^16 is exactly 2^32",
        (0xFFFF, 0x10001) => 0, "2^32 - 1 is the largest product without a high half",
        (u32::MAX, u32::MAX) => 0xFFFF_FFFE, "2^64 - 2^33 + 1 divided by 2^32, rounded down",
        (0xFEDC_BA99, 0x1234_5679) => 0x121F_A00B, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        limbs: wgsl = "
fn mul_hi(a: u32, b: u32) -> u32 {
    let al = a & 0xFFFFu;
    let ah = a >> 16u;
    let bl = b & 0xFFFFu;
    let bh = b >> 16u;
    let low = al * bl;
    let first = ah * bl + (low >> 16u);
    let second = al * bh + (first & 0xFFFFu);
    return ah * bh + (first >> 16u) + (second >> 16u);
}",
    ),
)]
pub const fn mul_hi(a: u32, b: u32) -> u32 {
    ((a as u64).wrapping_mul(b as u64) >> 32) as u32
}
