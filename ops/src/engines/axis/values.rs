//! Shapes and elements of generated inputs.

use super::op::Op;
use crate::engines::shapes;
use vyre_conform_runtime::ir::Type;
use vyre_conform_runtime::spec::FloatFormat;

/// Outer dimensions, elements of a row, inner dimensions: one element, rows of odd lengths, of none and of two, more
/// rows than two workgroups of 256 take in one iteration, and no rows.
const SHAPES: [[u32; 3]; 11] = [
    [2, 5, 3],
    [1, 1, 1],
    [3, 5, 353],
    [2, 0, 3],
    [4, 33, 3],
    [1, 257, 2],
    [0, 4, 2],
    [1, 2, 1],
    [3, 1000, 1],
    [5, 1, 7],
    [2, 3, 0],
];

/// The dimensions of input `n`, and one of this many ops. The numbers of shapes and ops are coprime, so every op is
/// combined with every shape.
pub(super) fn shape(n: u64, ops: usize) -> [u32; 4] {
    let [outer, len, inner] = SHAPES[n as usize % SHAPES.len()];
    [outer, len, inner, (n % ops as u64) as u32]
}

/// Patterns of the floats of an input.
#[derive(Clone, Copy)]
enum Pattern {
    /// About 1.
    Near,
    /// Of many magnitudes.
    Wide,
    /// Neighbours cancel up to a unit in the last place.
    Cancelling,
    /// Zeros of both signs and the least subnormal numbers.
    Least,
    /// Infinities, quiet and signalling NaN, subnormal numbers and zeros among numbers.
    Kinds,
}

const PATTERNS: [Pattern; 7] = [
    Pattern::Near,
    Pattern::Wide,
    Pattern::Kinds,
    Pattern::Least,
    Pattern::Wide,
    Pattern::Cancelling,
    Pattern::Kinds,
];

/// The words of this many elements of an op, in input `n`.
pub(super) fn elements(n: u64, op: &Op, len: u32) -> Vec<u32> {
    match op.ty {
        Type::Float(format) => (0..len).map(|i| float(n, i, format)).collect(),
        _ => shapes::words(n, len * op.words()),
    }
}

/// The bits of float `i` of input `n`. The unread upper half of a 16-bit float's word is not zero.
fn float(n: u64, i: u32, format: FloatFormat) -> u32 {
    let r = shapes::random(n, i);
    let choice = shapes::random(n, i ^ 1 << 31);
    let bias = format.bias();
    let number = |exponent: u32, of: u32| {
        of & (format.sign() | format.fraction()) | exponent << format.fraction_bits()
    };
    let above = choice & !format.mask();
    let bits = match PATTERNS[n as usize % PATTERNS.len()] {
        Pattern::Near => number(bias - 3 + choice % 7, r),
        Pattern::Wide => number(1 + choice % (2 * bias - 1), r),
        Pattern::Cancelling => {
            let pair = shapes::random(n, i & !1) & !format.sign();
            let last = i & choice & 1;
            (number(bias, pair) ^ last) | ((i & 1) * format.sign())
        }
        Pattern::Least => (r & format.sign()) | (choice % 3 % 2),
        Pattern::Kinds => match choice % 16 {
            0 => format.greatest(),
            1 => format.greatest() | format.sign(),
            2 => format.canonical_nan(),
            3 => format.greatest() | format.sign() | 1,
            4 | 5 => r & format.sign(),
            6 | 7 => number(0, r),
            8 => r & format.sign() | format.greatest_finite(),
            _ => number(bias - 3 + choice / 16 % 7, r),
        },
    };
    above | bits
}
