use super::{smax, smin, srem};
use vyre_conform_runtime::vyre_op;

/// Sign of a number: -1, 0 or 1.
#[vyre_op(
    laws(
        Idempotent,
        Monotone,
        Bounded(-1, 1),
        Homomorphism(smin, smin),
        Homomorphism(smax, smax),
        ComplementUnder(srem, 0),
        // -1 * -1 does not wrap, but 2^16 * 2^16 is 0.
        Not(Homomorphism(crate::signed::mul, crate::signed::mul), witness = (0x10000, 0x10000)),
        Not(Involution, witness = (2)),
        Not(Antitone, witness = (-1, 0)),
    ),
    boundaries((i32::MIN), (-1), (0), (1), (i32::MAX)),
    classes(negative = a < 0, zero = a == 0, positive = a > 0),
    table(
        (42) => 1, "positive",
        (0) => 0, "neither",
        (-42) => -1, "negative",
        (i32::MIN) => -1, "the smallest number, which has no positive counterpart",
        (0x0100_0000) => 1, "bit 24 alone is a positive number",
    ),
    alternates(
        shifts: wgsl = "
fn sign(a: i32) -> i32 {
    let positive = bitcast<i32>(bitcast<u32>(-a) >> 31u);
    return (a >> 31u) | positive;
}",
        clamped: wgsl = "fn sign(a: i32) -> i32 { return clamp(a, -1, 1); }",
    ),
)]
pub const fn sign(a: i32) -> i32 {
    ((a > 0) as i32).wrapping_sub((a < 0) as i32)
}
