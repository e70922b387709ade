//! Inputs of attention.

use crate::engines::network::in_rows;
use crate::engines::network::values::{tensor, word};
use vyre_conform_runtime::engine::{CorpusCase, Input};

/// Sequences, queries, keys, heads, key heads, width, before: one of each, more rows, scores and elements than two
/// workgroups of 256 take in one iteration, none, ragged ones, and vectors longer than a loaded part.
const SHAPES: [[u32; 7]; 12] = [
    [1, 1, 1, 1, 1, 1, 0],
    [2, 3, 3, 4, 2, 5, 0],
    [259, 1, 2, 2, 1, 1, 1],
    [1, 0, 3, 2, 2, 4, 0],
    [1, 17, 17, 2, 2, 2, 0],
    [1, 1, 33, 4, 2, 8, 32],
    [2, 2, 0, 3, 1, 2, 0],
    [1, 4, 3, 6, 2, 23, u32::MAX],
    [3, 2, 7, 2, 1, 31, 4],
    [1, 5, 9, 3, 3, 0, 2],
    [1, 3, 65, 1, 1, 3, 40],
    [1, 3, 19, 2, 1, 19, 16],
];

pub(super) fn inputs(n: u64) -> Input {
    // Kinds of numbers have a period of 36 inputs, a multiple of the number of shapes; the kinds are shifted so that
    // each shape meets each kind.
    of_shape(n + n / 36, SHAPES[n as usize % SHAPES.len()])
}

/// Input `n` with these sizes.
pub(super) fn of_shape(n: u64, of: [u32; 7]) -> Input {
    let [sequences, queries, keys, heads, key_heads, width, _] = of;
    // Invisible keys must not affect the result, so they are NaN in some inputs, sixteen inputs in a row, so that all
    // shapes are covered.
    let keys_of = |column: u32| {
        let mut all = tensor(n, column, sequences * keys * key_heads * width);
        if (n % 4 == 1 || n / 16 % 3 == 1) && of[6] < keys {
            let unseen = of[6].saturating_add(queries).min(keys) * key_heads * width;
            let one = (keys * key_heads * width).max(1);
            let places = all.chunks_mut(one as usize);
            places.for_each(|place| place[unseen as usize..].fill(0x7fc0_0000));
        }
        all
    };
    let scale = [1.0f32, 0.353_553_4, -0.5][(word(n, 9, 0) % 3) as usize];
    Input {
        columns: vec![
            [&of[..], &[scale.to_bits()]].concat(),
            tensor(n, 1, sequences * queries * heads * width),
            keys_of(2),
            keys_of(3),
        ],
    }
}

/// Examples computed from the definition in exact numbers.
pub(super) const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "Vaswani et al., Attention Is All You Need, 2017, equation 1: where all scores are equal the result is the \
        mean of the values, here of 1, of 1 and 3, of 1, 3 and 2 and 2 with a mask",
    input: || Input {
        columns: vec![
            vec![1, 4, 4, 1, 1, 1, 0, 1f32.to_bits()],
            vec![0; 4],
            [5f32, -7.0, 9.0, 0.5].map(f32::to_bits).to_vec(),
            [1f32, 3.0, 2.0, 2.0].map(f32::to_bits).to_vec(),
        ],
    },
    output: || {
        // A third is not exact, but the last step of its chain rounds to 2.
        let means = [1f32, 2.0, 2.0, 2.0].map(f32::to_bits);
        in_rows(means, 1)
    },
}];
