use super::{add, srem, sub};
use vyre_conform_runtime::vyre_op;

/// Negation, wrapping: that of `i32::MIN` is `i32::MIN`.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(add, add),
        Homomorphism(sub, sub),
        ComplementUnder(add, 0),
        ComplementUnder(srem, 0),
        // Antitone except for i32::MIN, which stays the smallest.
        Not(Antitone, witness = (i32::MIN, 0)),
        Not(Monotone, witness = (-1, 0)),
        Not(Idempotent, witness = (1)),
    ),
    boundaries((i32::MIN), (-1), (0), (1), (i32::MAX)),
    classes(negative = a < 0 && a != i32::MIN, smallest = a == i32::MIN, not_negative = a >= 0),
    table(
        (5) => -5, "the other sign",
        (-5) => 5, "and back",
        (0) => 0, "zero has no sign",
        (i32::MIN) => i32::MIN, "contract: 2^31 wraps to -2^31",
        (0x1234_5679) => -0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        complement_plus_one: wgsl = "fn sneg(a: i32) -> i32 { return ~a + 1; }",
    ),
)]
pub const fn sneg(a: i32) -> i32 {
    a.wrapping_neg()
}
