//! Tensors of words.

use crate::hash::fmix32;
use vyre_conform_runtime::engine::Input;

/// Random words.
fn random(len: u32) -> Vec<u32> {
    (0..len).map(fmix32).collect()
}

/// 2048 rows of 1024 elements along the middle axis, and the sum.
pub(super) fn rows_to_fold() -> Input {
    Input {
        columns: vec![vec![64, 1024, 32, 0], random(64 * 1024 * 32)],
    }
}

/// 512 such rows: the reference makes a record of every prefix.
pub(super) fn rows_to_scan() -> Input {
    Input {
        columns: vec![vec![16, 1024, 32, 0], random(16 * 1024 * 32)],
    }
}

/// A matrix, and a row that is added to all of its rows.
pub(super) fn matrix_and_a_row() -> Input {
    Input {
        columns: vec![vec![512, 1024, 0, 0, 1], random(512 * 1024), random(1024)],
    }
}
