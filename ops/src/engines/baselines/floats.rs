//! Tensors of floats for element-wise engines, folds along axes and rearrangements.

use crate::hash::fmix32;
use vyre_conform_runtime::engine::Input;

/// Elements of tensors for element-wise engines: the reference makes a record for each.
const COUNT: u32 = 1 << 19;

/// Elements of a row for one workgroup.
const LONG: u32 = 2048;

/// 10^-5 as bits.
const EPSILON: u32 = 0x3727_c5ac;

/// Random floats of either sign, from 2^-8 to 1, so that no step makes a NaN or an infinity of them. Tensors with
/// different numbers have nothing in common.
pub(super) fn floats(tensor: u32, len: u32) -> Vec<u32> {
    let float = |k: u32| {
        let hash = fmix32(k ^ tensor << 28);
        let exponent = 119 + (hash >> 23 & 7);
        hash & 0x807f_ffff | exponent << 23
    };
    (0..len).map(float).collect()
}

/// Random numbers below `bound`.
fn below(bound: u32, len: u32) -> Vec<u32> {
    (0..len).map(|k| fmix32(k) % bound).collect()
}

/// An input of a shape and its tensors.
pub(super) fn of<const N: usize>(shape: &[u32], columns: [Vec<u32>; N]) -> Input {
    Input {
        columns: std::iter::once(shape.to_vec()).chain(columns).collect(),
    }
}

/// A tensor.
pub(super) fn elements() -> Input {
    of(&[COUNT], [floats(0, COUNT)])
}

/// Two tensors of one shape.
pub(super) fn pairs() -> Input {
    of(&[COUNT], [floats(0, COUNT), floats(1, COUNT)])
}

/// A matrix, and a row that is added to all of its rows.
pub(super) fn matrix_and_a_row() -> Input {
    of(
        &[512, COUNT / 512, 0, 0, 1],
        [floats(0, COUNT), floats(1, COUNT / 512)],
    )
}

/// 2048 rows of 1024 elements along the middle axis, and the sum.
pub(super) fn rows_to_fold() -> Input {
    of(&[64, 1024, 32, 0], [floats(0, 64 * 1024 * 32)])
}

/// 512 such rows: the reference makes a record of every prefix.
pub(super) fn rows_to_scan() -> Input {
    of(&[16, 1024, 32, 0, 0], [floats(0, 16 * 1024 * 32)])
}

/// 2048 rows of 1024 elements, one after another, and the sum.
pub(super) fn rows_by_their_ends() -> Input {
    let ends = (1..=2048).map(|row| row * 1024).collect();
    of(&[0], [ends, floats(0, 2048 * 1024)])
}

/// Terms of a sum.
pub(super) fn to_sum() -> Input {
    of(&[0], [floats(0, 1 << 21)])
}

/// Rows, enough to keep a device busy with one invocation per row.
pub(super) fn rows() -> Input {
    of(&[COUNT / 64, 64], [floats(0, COUNT)])
}

/// Rows for one workgroup each.
pub(super) fn long_rows() -> Input {
    of(&[COUNT / LONG, LONG], [floats(0, COUNT)])
}

/// The same rows, and a weight for each column.
pub(super) fn long_rows_and_weights() -> Input {
    of(
        &[COUNT / LONG, LONG, EPSILON],
        [floats(0, COUNT), floats(1, LONG)],
    )
}

/// The same and an offset for each column.
pub(super) fn long_rows_weights_and_offsets() -> Input {
    of(
        &[COUNT / LONG, LONG, EPSILON],
        [floats(0, COUNT), floats(1, LONG), floats(2, LONG)],
    )
}

/// Longer rows, for engines that give a few words per row.
pub(super) fn more_rows() -> Input {
    of(&[8192, 128], [floats(0, 8192 * 128)])
}

/// The longer rows, for their 8 greatest elements.
pub(super) fn rows_for_eight() -> Input {
    of(&[8192, 128, 8], [floats(0, 8192 * 128)])
}

/// The longer rows, and the class of each.
pub(super) fn rows_and_classes() -> Input {
    of(&[8192, 128], [floats(0, 8192 * 128), below(128, 8192)])
}

/// Rows and a weight for each column.
pub(super) fn rows_and_weights() -> Input {
    of(
        &[COUNT / 64, 64, EPSILON],
        [floats(0, COUNT), floats(1, 64)],
    )
}

/// The same and an offset for each column.
pub(super) fn rows_weights_and_offsets() -> Input {
    of(
        &[COUNT / 64, 64, EPSILON],
        [floats(0, COUNT), floats(1, 64), floats(2, 64)],
    )
}

/// Two matrices, one below the other.
pub(super) fn two_blocks() -> Input {
    let half = |tensor| floats(tensor, COUNT / 2);
    of(&[1, 256, 256, COUNT / 512], [half(0), half(1)])
}

/// A matrix with a margin.
pub(super) fn matrix_and_a_margin() -> Input {
    of(&[1, 700, 700, 8, 8, 8, 8, 0], [floats(0, 700 * 700)])
}

/// Two matrices.
pub(super) fn matrices() -> Input {
    of(&[2, 512, 512], [floats(0, COUNT)])
}

/// Rows of a table by number.
pub(super) fn numbers_and_a_table() -> Input {
    of(
        &[512, 512, COUNT / 512],
        [below(512, 512), floats(0, COUNT)],
    )
}

/// The same, and a new row for each number.
pub(super) fn numbers_a_table_and_rows() -> Input {
    of(
        &[512, 512, COUNT / 512],
        [below(512, 512), floats(0, COUNT), floats(1, COUNT)],
    )
}

/// Floats to quantise to bytes.
pub(super) fn to_bytes() -> Input {
    of(&[COUNT, 0x3c00_0000, 0], [floats(0, COUNT)])
}

/// Bytes, as words.
pub(super) fn from_bytes() -> Input {
    let byte = |word: &u32| *word as i8 as u32;
    let bytes = floats(0, COUNT).iter().map(byte).collect();
    of(&[COUNT, 0x3c00_0000, 0], [bytes])
}

/// Floats to quantise in blocks of 32.
pub(super) fn to_codes() -> Input {
    of(&[COUNT, 32], [floats(0, COUNT)])
}

/// Codes of 7 bits, none of them NaN, and a scale for each block.
pub(super) fn from_codes() -> Input {
    of(&[COUNT, 32], [below(0x7f, COUNT), floats(0, COUNT / 32)])
}

/// Codes of 4 bits, and a scale for each block.
pub(super) fn from_short_codes() -> Input {
    of(&[COUNT, 32], [below(16, COUNT), floats(0, COUNT / 32)])
}
