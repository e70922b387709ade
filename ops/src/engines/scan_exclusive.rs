use super::dispatches::Dispatches;
use super::{numbered, shapes, tiles};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Input: the words. Output: for every index a record of the index and the wrapping sum of the words before it.
///
/// Reduce, then scan (Blelloch 1990; Harris, Sengupta and Owens, GPU Gems 3, chapter 39): sums of the workgroups' runs,
/// a scan of the sums, a scan of every run from its offset.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn scan_exclusive(input: &Input, size: u32) -> Plan {
    let data = &input.columns[0];
    let len = data.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let len = input.columns[0].len();
        numbered(read[0].iter().take(len).copied())
    });
    let source = d.given(data);
    let output = d.output(len);
    tiles::scan_array(&mut d, size, len, [source, output], false);
    d.finish()
}

/// The running sum.
fn reference(input: &Input) -> Output {
    let sums = input.columns[0].iter().scan(0_u32, |sum, word| {
        let before = *sum;
        *sum = before.wrapping_add(*word);
        Some(before)
    });
    numbered(sums)
}

/// Words of every length and pattern.
fn inputs(n: u64) -> Input {
    Input {
        columns: vec![shapes::words(n, shapes::length(n))],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Harris, Sengupta and Owens, Parallel Prefix Sum (Scan) with CUDA, GPU Gems 3, \
             section 39.1, the exclusive scan",
        input: || Input {
            columns: vec![vec![3, 1, 7, 0, 4, 1, 6, 3]],
        },
        output: || numbered([0, 3, 4, 11, 11, 15, 16, 22]),
    },
    CorpusCase {
        source: "OEIS A000290, the squares: sums of the first n odd numbers",
        input: || Input {
            columns: vec![(0..9000).map(|n| 2 * n + 1).collect()],
        },
        output: || numbered((0..9000).map(|n| n * n)),
    },
];
