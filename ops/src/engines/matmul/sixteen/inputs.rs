//! Generated products of the 16-bit formats.

use crate::engines::shapes;
use vyre_conform_runtime::engine::Input;
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::spec::{FloatFormat, ValueType};

/// Batch, M, N, K: one product, no sum, more elements than two workgroups of 256 take in one iteration, no elements,
/// and ragged ones.
const SHAPES: [[u32; 4]; 13] = [
    [1, 1, 1, 1],
    [2, 3, 2, 5],
    [1, 2, 3, 0],
    [3, 13, 15, 2],
    [0, 2, 2, 3],
    [2, 1, 1, 257],
    [1, 1, 1100, 1],
    [2, 0, 3, 2],
    [5, 2, 3, 33],
    [1, 31, 17, 3],
    [3, 4, 0, 2],
    [1, 1, 2, 1000],
    [2, 5, 7, 31],
];

/// Excess of the stride over the row length, of A and of B.
const BETWEEN: [[u32; 2]; 4] = [[0, 0], [3, 0], [0, 2], [1, 5]];

/// Input `n`: each of these shapes in turn, and in turn dense, or with gaps between the rows of either operand or of
/// both. In every seventh all rows of A are the same.
pub(super) fn generated(n: u64, format: FloatFormat) -> Input {
    let [batch, rows, columns, inner] = SHAPES[n as usize % SHAPES.len()];
    let [of_a, of_b] = BETWEEN[n as usize % BETWEEN.len()];
    let a_stride = if n % 7 == 6 { 0 } else { inner + of_a };
    let b_stride = columns + of_b;
    // The last row needs no stride.
    let len = |lines: u32, stride: u32, row: u32| match lines {
        0 => 0,
        _ => (lines - 1) * stride + row,
    };
    let operand = |side: u32, len: u32| (0..len).map(|at| value(n, side, at, format)).collect();
    Input {
        columns: vec![
            vec![batch, rows, columns, inner, a_stride, b_stride],
            operand(1, len(batch * rows, a_stride, inner)),
            operand(2, len(batch * inner, b_stride, columns)),
        ],
    }
}

/// The bits of a value of input `n`. In turn: one magnitude, many magnitudes, with infinities and NaN, subnormal, with
/// the greatest exponents, every kind, and zeros of both signs among the least numbers. The high half of a word is not
/// zero.
fn value(n: u64, side: u32, at: u32, format: FloatFormat) -> u32 {
    let place = side << 27 ^ at;
    let r = shapes::random(n, place);
    let fraction_bits = format.fraction_bits();
    let (sign, fraction) = (r & 0x8000, r & ((1 << fraction_bits) - 1));
    let number = |exponent: u32| sign | exponent << fraction_bits | fraction;
    let one = format.integer(1) >> fraction_bits;
    let special = 2 * one + 1;
    let magnitude = r >> 16 & 255;
    let low = match (n + n / 13) % 7 {
        0 => number(one),
        1 => number(one - 12 + magnitude % 24),
        2 => match magnitude % 32 {
            0 => number(special) | 1,
            1 | 2 => sign | special << fraction_bits,
            3..6 => sign,
            _ => number(one),
        },
        3 => number(magnitude % 2),
        4 => number(special - 1 - magnitude % 3),
        5 => witness::word(n, place.into(), 0, 0, ValueType::Float(format)),
        _ => sign | (magnitude % 2),
    };
    low & 0xffff | r << 16
}
