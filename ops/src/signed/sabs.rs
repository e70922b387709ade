use super::{sgt, sle, slt, sneg, srem};
use crate::cast::u32_to_bool;
use vyre_conform_runtime::vyre_op;

/// Absolute value; that of `i32::MIN` is `i32::MIN`, because 2^31 is out of range.
#[vyre_op(
    laws(
        Idempotent,
        Even(sneg),
        // A number is never above its magnitude, and its magnitude divides it.
        ComplementUnder(sgt, 0),
        ComplementUnder(sle, 1),
        ComplementUnder(srem, 0),
        // The one value whose magnitude is out of range.
        Not(Bounded(0, i32::MAX), witness = (i32::MIN)),
        Not(Involution, witness = (-1)),
        Not(Monotone, witness = (-1, 0)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((i32::MIN), (-0x7FFF_FFFF), (-1), (0), (1), (i32::MAX)),
    classes(negative = a < 0 && a != i32::MIN, smallest = a == i32::MIN, not_negative = a >= 0),
    table(
        (-5) => 5, "the sign is dropped",
        (5) => 5, "nothing to drop",
        (0) => 0, "zero has no sign",
        (i32::MIN) => i32::MIN, "contract: 2^31 wraps to -2^31",
        (-0x1234_5679) => 0x1234_5679, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        by_sign_mask: wgsl = "
fn sabs(a: i32) -> i32 {
    let sign = a >> 31u;
    return (a ^ sign) - sign;
}",
        by_builtin: wgsl = "fn sabs(a: i32) -> i32 { return abs(a); }",
    ),
)]
pub const fn sabs(a: i32) -> i32 {
    if u32_to_bool(slt(a, 0)) { sneg(a) } else { a }
}
