//! `#[vyre_fn]`: tuples, arrays, tables, loops and calls between functions.

use vyre_conform_runtime::{bound, vyre_fn, vyre_op};

const WEIGHTS: [u32; 4] = [1, 2, 4, 8];
static OFFSETS: [u32; 2] = [3, 5];

/// Both operands, larger first.
#[vyre_fn]
fn sorted(a: u32, b: u32) -> (u32, u32) {
    if a < b { (b, a) } else { (a, b) }
}

/// A weight and an offset.
#[vyre_fn]
const fn entry(index: usize) -> (u32, bool) {
    (WEIGHTS[index & 3] ^ OFFSETS[index & 1], index & 1 == 0)
}

/// Weighs two operands.
#[vyre_op(laws(Commutative))]
pub fn weigh(a: u32, b: u32) -> u32 {
    let (high, low) = sorted(a, b);
    let (weight, even) = entry(low as usize & 3);
    if even { high ^ weight } else { high }
}

/// A few iterations of a loop that declares its bound.
#[vyre_op(laws(Bounded(0, 32)))]
pub fn rounds(a: u32) -> u32 {
    let (mut rest, mut count) = (a, 0u32);
    while rest != 0 {
        bound!(32);
        rest &= rest.wrapping_sub(1);
        count = count.wrapping_add(1);
    }
    count
}
