use super::sub;
use vyre_conform_runtime::vyre_op;

/// Sum modulo 2^64.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        InverseOf(sub),
        Not(LeftMonotone, witness = (0, u64::MAX, 1)),
        ZeroProduct(false, witness = (u64::MAX, 1)),
        Not(SelfInverse(0), witness = (1)),
    ),
    boundaries(
        (u64::MAX, 1),
        (0xFFFF_FFFF, 1),
        (0x8000_0000_0000_0000, 0x8000_0000_0000_0000),
        (0xFFFF_FFFF_0000_0000, 0x1_0000_0000),
    ),
    classes(
        no_carry = (a as u32).checked_add(b as u32).is_some(),
        carry_between_words = (a as u32).checked_add(b as u32).is_none() && a.checked_add(b).is_some(),
        carry_out = a.checked_add(b).is_none(),
    ),
    table(
        (1, 1) => 2, "no carry",
        (0xFFFF_FFFF, 1) => 0x1_0000_0000, "the carry of the low word goes into the high word",
        (u64::MAX, 1) => 0, "2^64 is 0 modulo 2^64: the carry out of bit 63 is dropped",
        (u64::MAX, u64::MAX) => 0xFFFF_FFFF_FFFF_FFFE, "2^65 - 2 less the dropped 2^64",
        (0x1234_5678_9ABC_DEF1, 1) => 0x1234_5678_9ABC_DEF2, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        carry_by_majority: wgsl = "
fn add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    let carry = ((a.x & b.x) | ((a.x | b.x) & ~low)) >> 31u;
    return vec2<u32>(low, a.y + b.y + carry);
}",
    ),
)]
pub const fn add(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}
