use super::dispatches::Dispatches;
use super::{numbered, shapes, single_pass};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Input: `[with]`, then the words. Output: for every index a record of the index and the wrapping sum of the words
/// before it, including its own word if `with` is not 0.
///
/// One dispatch reads and writes every word once. A workgroup takes the next tile by an atomic step, publishes the
/// tile's sum, and adds the published sums of the tiles before it, back to one whose sum includes all earlier tiles
/// ("decoupled look-back", Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016). It
/// never waits forever: it recomputes a missing sum from the words, so the program terminates even if workgroups do not
/// run concurrently (Smith, Levien and Owens, "Decoupled Fallback", 2025).
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn scan_single_pass(input: &Input, size: u32) -> Plan {
    let data = &input.columns[1];
    let len = data.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let len = input.columns[1].len();
        numbered(read[0].iter().take(len).copied())
    });
    let source = d.given(data);
    let output = d.output(len);
    let inclusive = input.columns[0][0] != 0;
    single_pass::scan_array(&mut d, size, len, [source, output], inclusive);
    d.finish()
}

/// The running sum.
fn reference(input: &Input) -> Output {
    let with = input.columns[0][0] != 0;
    let sums = input.columns[1].iter().scan(0_u32, |sum, word| {
        let before = *sum;
        *sum = before.wrapping_add(*word);
        Some(if with { *sum } else { before })
    });
    numbered(sums)
}

/// Words of every length and pattern, exclusive and inclusive: the numbers of lengths and patterns are odd.
fn inputs(n: u64) -> Input {
    Input {
        columns: vec![vec![(n % 2) as u32], shapes::words(n, shapes::length(n))],
    }
}

/// The published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Harris, Sengupta and Owens, Parallel Prefix Sum (Scan) with CUDA, GPU Gems 3, \
             section 39.1, the exclusive scan",
        input: || Input {
            columns: vec![vec![0], vec![3, 1, 7, 0, 4, 1, 6, 3]],
        },
        output: || numbered([0, 3, 4, 11, 11, 15, 16, 22]),
    },
    CorpusCase {
        source: "Harris, Sengupta and Owens, Parallel Prefix Sum (Scan) with CUDA, GPU Gems 3, \
             section 39.1, the inclusive scan",
        input: || Input {
            columns: vec![vec![1], vec![3, 1, 7, 0, 4, 1, 6, 3]],
        },
        output: || numbered([3, 4, 11, 11, 15, 16, 22, 25]),
    },
];
