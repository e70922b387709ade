//! Floats of generated inputs.

use crate::engines::shapes;
use std::ops::Range;
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::spec::ValueType;

/// A word of input `n`.
pub(super) fn word(n: u64, column: u32, at: u32) -> u32 {
    shapes::random(n, column << 27 ^ at)
}

/// A number from random bits, with an exponent in this range.
fn number(r: u32, exponents: Range<u32>) -> u32 {
    r & 0x807f_ffff | (exponents.start + (r >> 23 & 255) % (exponents.end - exponents.start)) << 23
}

/// The bits of an element of a tensor of input `n`. In turn: numbers near 1, from 2^-63 to 2^62, subnormal numbers,
/// with infinities, NaN and zeros among them, one number repeated, and every kind of float.
pub(super) fn element(n: u64, column: u32, at: u32) -> u32 {
    let r = word(n, column, at);
    match (n + n / 6) % 6 {
        0 => number(r, 122..130),
        1 => number(r, 64..190),
        2 => number(r, 0..30),
        3 => match word(n, column + 8, at) >> 26 {
            0 => 0x7f80_0000,
            1 => 0xff80_0000,
            2 => 0x7fc0_0001,
            3 => 0xff80_0001,
            4..8 => r & 0x8000_0000,
            _ => number(r, 122..130),
        },
        4 => number(word(n, column, 0), 122..130),
        _ => witness::word(n, (column << 27 ^ at).into(), 0, 0, ValueType::F32),
    }
}

/// A tensor of them.
pub(super) fn tensor(n: u64, column: u32, len: u32) -> Vec<u32> {
    (0..len).map(|at| element(n, column, at)).collect()
}

/// Lengths of rows of elements; one of the first gives two workgroups more than one iteration.
const LENGTHS: [u32; 13] = [1, 33, 0, 1100, 2, 257, 31, 64, 129, 65, 513, 3, 127];

/// The length of input `n` of an element-wise engine.
pub(super) fn length(n: u64) -> u32 {
    LENGTHS[n as usize % LENGTHS.len()]
}
