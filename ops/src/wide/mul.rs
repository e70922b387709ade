use super::{add, sub};
use vyre_conform_runtime::vyre_op;

/// Product modulo 2^64: the low 64 bits of the 128-bit product.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(1),
        Absorbing(0),
        DistributiveOver(add),
        DistributiveOver(sub),
        ZeroProduct(false, witness = (0x1_0000_0000, 0x1_0000_0000)),
        Not(LeftMonotone, witness = (1, u64::MAX, u64::MAX)),
    ),
    boundaries(
        (0x1_0000_0000, 0x1_0000_0000),
        (0xFFFF_FFFF, 0xFFFF_FFFF),
        (0xFFFF_FFFF, 0x1_0000_0001),
        (u64::MAX, u64::MAX),
    ),
    classes(
        one_word = matches!(a.checked_mul(b), Some(p) if p >> 32 == 0),
        two_words = matches!(a.checked_mul(b), Some(p) if p >> 32 != 0),
        overflow = a.checked_mul(b).is_none(),
    ),
    table(
        (3, 7) => 21, "a product below 2^32 stays in the low word",
        (0xFFFF_FFFF, 0xFFFF_FFFF) => 0xFFFF_FFFE_0000_0001, "2^64 - 2^33 + 1 fills both words",
        (0x1_0000_0000, 0x1_0000_0000) => 0, "2^64 is 0 modulo 2^64",
        (u64::MAX, u64::MAX) => 1, "-1 * -1 is 1",
        (0x1234_5678_9ABC_DEF1, 3) => 0x369D_0369_D036_9CD3, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        limbs: wgsl = "
fn mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let al = a.x & 0xFFFFu;
    let ah = a.x >> 16u;
    let bl = b.x & 0xFFFFu;
    let bh = b.x >> 16u;
    let low = al * bl;
    let first = ah * bl + (low >> 16u);
    let second = al * bh + (first & 0xFFFFu);
    let high = ah * bh + (first >> 16u) + (second >> 16u);
    return vec2<u32>(a.x * b.x, high + a.x * b.y + a.y * b.x);
}",
    ),
)]
pub const fn mul(a: u64, b: u64) -> u64 {
    a.wrapping_mul(b)
}
