//! Divisions behind a test of their divisor, and by constants.

// They are what is tested here.
#![allow(clippy::manual_checked_ops)]

use vyre_conform_runtime::{bound, vyre_op};

/// A quotient, 0 where there is none.
#[vyre_op(laws(RightIdentity(1)))]
pub const fn quotient(a: u32, b: u32) -> u32 {
    if b == 0 { 0 } else { a / b }
}

/// A remainder; the type of both is known to the runtime alone.
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

/// The Mersenne prime 2^31 - 1.
const PRIME: u32 = (1 << 31) - 1;

/// A residue of a field.
#[vyre_op(laws(Idempotent, Bounded(0, PRIME)))]
pub const fn residue(a: u32) -> u32 {
    a % PRIME
}
