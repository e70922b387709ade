use super::sub;
use vyre_conform_runtime::vyre_op;

/// Sum modulo 2^32: a carry out of bit 31 is dropped.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        InverseOf(sub),
        // True for bytes; a carry out of bit 31 breaks it.
        Not(LeftMonotone, witness = (0, u32::MAX, 1)),
        // Two nonzero operands may add up to 2^32.
        ZeroProduct(false, witness = (u32::MAX, 1)),
        // There is no Absorbing element: a + z = z for every a only if every a is 0. Idempotent and
        // SelfInverse fail at a = 1, since 1 + 1 = 2 is neither 1 nor 0.
    ),
    boundaries((u32::MAX, 1), (0x8000_0000, 0x8000_0000), (0xFFFF, 1)),
    classes(
        carry = a.checked_add(b).is_none(),
        no_carry = a.checked_add(b).is_some(),
    ),
    table(
        (0, 0) => 0, "nothing and nothing is nothing",
        (1, 1) => 2, "a sum without a carry out is the sum of the numbers",
        (u32::MAX, 1) => 0, "2^32 is 0 modulo 2^32: the carry out of bit 31 is dropped",
        (u32::MAX, u32::MAX) => 0xFFFF_FFFE, "2^33 - 2 less the dropped 2^32",
        (0x1234_5677, 1) => 0x1234_5678, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        carry_loop: wgsl = "
fn add(a: u32, b: u32) -> u32 {
    var sum = a;
    var carry = b;
    for (var i = 0u; i < 32u; i++) {
        let out = (sum & carry) << 1u;
        sum = sum ^ carry;
        carry = out;
    }
    return sum;
}",
        two_negations: wgsl = "fn add(a: u32, b: u32) -> u32 { return a - (0u - b); }",
    ),
)]
pub const fn add(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}
