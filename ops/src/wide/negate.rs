use super::{add, sub};
use vyre_conform_runtime::vyre_op;

/// Two's complement negation, `(~a) + 1` modulo 2^64.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(add, add),
        Homomorphism(sub, sub),
        ComplementUnder(add, 0),
        // Antitone except for 0, which stays 0, below everything.
        Not(Antitone, witness = (0, 1)),
        Not(Idempotent, witness = (1)),
    ),
    boundaries((0), (1), (0x1_0000_0000), (0x8000_0000_0000_0000), (u64::MAX)),
    classes(
        zero = a == 0,
        carry_between_words = a != 0 && a as u32 == 0,
        within_words = a as u32 != 0,
    ),
    table(
        (0) => 0, "the carry of ~0 + 1 is dropped",
        (1) => 0xFFFF_FFFF_FFFF_FFFF, "1 + (2^64 - 1) is 0 modulo 2^64",
        (0x1_0000_0000) => 0xFFFF_FFFF_0000_0000, "the carry of the low word goes into the high word",
        (0x8000_0000_0000_0000) => 0x8000_0000_0000_0000, "twice 2^63 is 0 modulo 2^64: it is its own negation",
        (u64::MAX) => 1, "-1 negated",
        (0x1234_5678_9ABC_DEF1) => 0xEDCB_A987_6543_210F, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        complement_plus_one: wgsl = "
fn negate(a: vec2<u32>) -> vec2<u32> {
    let low = ~a.x + 1u;
    return vec2<u32>(low, ~a.y + select(0u, 1u, low == 0u));
}",
    ),
)]
pub const fn negate(a: u64) -> u64 {
    a.wrapping_neg()
}
