//! Divisions after a test of their divisor, and by constants.

// The lints would report the tested expressions.
#![allow(clippy::manual_checked_ops)]

use vyre_conform_runtime::{bound, vyre_op};

/// A quotient; 0 for the divisor 0.
#[vyre_op(laws(RightIdentity(1)))]
pub const fn quotient(a: u32, b: u32) -> u32 {
    if b == 0 { 0 } else { a / b }
}

/// A remainder; only the runtime knows the type of both.
#[vyre_op(boundaries((7, 0)))]
pub const fn rest(a: u64, b: u64) -> u64 {
    let (x, y) = (a >> 1, b >> 1);
    if y == 0 {
        return x;
    }
    x % y
}

/// The greatest common divisor.
#[vyre_op(laws(Commutative))]
pub const fn gcd(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        bound!(48);
        (x, y) = (y, x % y);
    }
    x
}

/// A quotient by the rest of a `match`, by a shift, a mask and a choice.
#[vyre_op(boundaries((7, 0), (7, 1), (u32::MAX, 3)))]
pub const fn shares(a: u32, b: u32) -> u32 {
    let odd = b | 1;
    let least = if b == 0 { 3 } else { b };
    let first = match b {
        0 => a,
        d => a / d,
    };
    let mut last = b;
    if last == 0 {
        last = 5;
    }
    let power = a % (1 << (b & 31));
    first ^ (a / odd) ^ (a % least) ^ (a / last) ^ power ^ if b > 5 { a / b } else { a }
}

/// A signed quotient: excludes the divisor 0, and the least number divided by -1.
#[vyre_op(boundaries((i32::MIN, -1), (7, 0), (-7, 2), (i32::MIN, 3)))]
pub const fn signed_share(a: i32, b: i32) -> i32 {
    let d = if b > 0 { b } else { 1 };
    let known = match b {
        -1 | 0 => a,
        d => a % d,
    };
    let hundredth = if b == 0 { 0 } else { 100 / b };
    known ^ (a / d) ^ hundredth
}

/// The Mersenne prime 2^31 - 1.
const PRIME: u32 = (1 << 31) - 1;

/// A residue of a field.
#[vyre_op(laws(Idempotent, Bounded(0, PRIME)))]
pub const fn residue(a: u32) -> u32 {
    a % PRIME
}
