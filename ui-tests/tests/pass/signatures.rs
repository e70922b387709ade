//! One to four operands, every type, and mixtures.

use vyre_conform_runtime::vyre_op;

/// One signed operand.
#[vyre_op(laws(Involution, Homomorphism(plus, plus, at = run)))]
pub const fn negate(a: i32) -> i32 {
    a.wrapping_neg()
}

const fn plus(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}

/// Two truth values.
#[vyre_op(laws(Commutative, Associative, Identity(false), SelfInverse(false)))]
pub const fn different(a: bool, b: bool) -> bool {
    a != b
}

/// Two types.
#[vyre_op(laws(RightIdentity(0), RightIdentity(64), LeftAbsorbing(0)), boundaries((1, 63)))]
pub const fn shift(mut a: u64, n: u32) -> u64 {
    a = a.wrapping_shl(n);
    a
}

/// Three operands.
#[vyre_op(laws(Bounded(i32::MIN, i32::MAX)), classes(inside = lo <= a && a <= hi, outside = a < lo || hi < a))]
pub fn clamp(a: i32, lo: i32, hi: i32) -> i32 {
    a.max(lo).min(hi)
}

/// Four operands of four types.
#[vyre_op(
    boundaries((0, -1, u64::MAX, true)),
    table((7, -1, 9, false) => [0xffff_ffff, 0], "the second and the high word"),
)]
pub const fn choose(a: u32, b: i32, c: u64, first: bool) -> [u32; 2] {
    if first {
        [a, c as u32]
    } else {
        [b as u32, (c >> 32) as u32]
    }
}

/// A vector of two lanes.
#[vyre_op(laws(Involution), table([1, 2] => [2, 1], "exchanged"))]
pub const fn exchange(a: [u32; 2]) -> [u32; 2] {
    [a[1], a[0]]
}

/// Vectors of four lanes, and an unused operand.
#[vyre_op(boundaries(([1, 2, 3, 4], true, 0)))]
pub const fn select(a: [u32; 4], on: bool, _unused: u32) -> [u32; 4] {
    if on { a } else { [0; 4] }
}
