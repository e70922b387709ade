//! The programs of the engine over buffers of an application: one message, or the chunks of a part of one.

use super::super::super::dispatches::{Dispatches, Slot};
use super::super::super::grid::Grid;
use super::compression::INITIAL;
use super::{CHUNK, PARENT, ROOT, chunk_values, compressed, join};

/// The dispatches that write the hash of the `len` bytes of `text`.
pub(crate) fn message(d: &mut Dispatches, size: u32, len: u32, [text, hash]: [Slot; 2]) {
    let count = len.div_ceil(CHUNK).max(1);
    let [chunk_grid, tree_grid] = [count, 1].map(|items| Grid::over(items, size));
    let params = d.given(&chunk_grid.params());
    let [ends, firsts] = [&[len][..], &[0, count]].map(|words| d.given(words));
    let owners = d.zeros(count);
    let values = d.scratch(8 * count);
    let buffers = [params, ends, text, firsts, owners, values];
    hash_chunks(d, size, (chunk_grid, len), &buffers);
    let params = d.given(&tree_grid.params());
    let levels = u64::from(count.next_power_of_two().trailing_zeros());
    let program = d.program(join(size));
    let iterations = [
        tree_grid.iterations(),
        levels,
        (count / 2).into(),
        16,
        7,
        8,
        8,
    ];
    let buffers = [params, firsts, values, hash];
    d.step(program, tree_grid.groups, &buffers, &iterations);
}

/// The dispatch that writes the chaining values of the chunks of `len` bytes of `text`, where `first` is the number of
/// the first chunk in its message. The message has other chunks.
///
/// The program hashes messages one after another. This part is passed as message 1. Its first chunk gets the number
/// `-first`, so that the chunk where it begins gets the counter `first`, and its bytes begin `first` chunks before the
/// text, modulo 2^32 each. It gets two chunks, so that none is the root.
pub(crate) fn chunks(
    d: &mut Dispatches,
    size: u32,
    [len, first]: [u32; 2],
    [text, values]: [Slot; 2],
) {
    let count = len.div_ceil(CHUNK);
    let grid = Grid::over(count, size);
    let before = first.wrapping_neg();
    let params = d.given(&grid.params());
    let ends = d.given(&[before.wrapping_mul(CHUNK), len]);
    let firsts = d.given(&[0, before, before.wrapping_add(2)]);
    let owners = d.given(&vec![1; count as usize]);
    let buffers = [params, ends, text, firsts, owners, values];
    hash_chunks(d, size, (grid, len), &buffers);
}

fn hash_chunks(d: &mut Dispatches, size: u32, (grid, len): (Grid, u32), buffers: &[Slot]) {
    let blocks = len.clamp(1, CHUNK).div_ceil(64);
    let program = d.program(chunk_values(size));
    let iterations = [grid.iterations(), blocks.into(), 16, 7, 8];
    d.step(program, grid.groups, buffers, &iterations);
}

/// The digest from the chaining values of two chunks or more.
pub(crate) fn root(values: &[[u32; 8]]) -> [u32; 8] {
    joined(values, ROOT)
}

/// The chaining value of a part of the tree: its left side has the largest power of two of chunks that leaves at least
/// one.
fn joined(values: &[[u32; 8]], root: u32) -> [u32; 8] {
    match values {
        [] => INITIAL,
        [value] => *value,
        more => {
            let left = 1 << (more.len() - 1).ilog2();
            let (low, high) = more.split_at(left);
            let both = [joined(low, 0), joined(high, 0)].concat();
            compressed(INITIAL, both, [0, 64, PARENT | root])
        }
    }
}
