use super::{add, sub};
use vyre_conform_runtime::vyre_op;

/// Two's complement negation, `(~a) + 1` modulo 2^32.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(add, add),
        Homomorphism(sub, sub),
        ComplementUnder(add, 0),
        // Antitone except for 0, which stays 0, below everything.
        Not(Antitone, witness = (0, 1)),
        // Only 0 and 2^31 are their own negation, so Idempotent fails at 1.
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(
        zero = a == 0,
        fixed_point = a == 0x8000_0000,
        other = a != 0 && a != 0x8000_0000,
    ),
    table(
        (0) => 0, "the carry of ~0 + 1 is dropped",
        (1) => 0xFFFF_FFFF, "1 + (2^32 - 1) is 0 modulo 2^32",
        (0x8000_0000) => 0x8000_0000, "twice 2^31 is 0 modulo 2^32: it is its own negation",
        (u32::MAX) => 1, "-1 negated",
        (0x1234_5679) => 0xEDCB_A987, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        complement_plus_one: wgsl = "fn negate(a: u32) -> u32 { return ~a + 1u; }",
        keep_up_to_lowest_one: wgsl = "
fn negate(a: u32) -> u32 {
    // Bits above the lowest one are inverted, that one and the zeros below it stay.
    let zeros = countTrailingZeros(a);
    let above = select(0xFFFFFFFEu << (zeros & 31u), 0u, zeros >= 31u);
    return a ^ above;
}",
    ),
)]
pub const fn negate(a: u32) -> u32 {
    a.wrapping_neg()
}
