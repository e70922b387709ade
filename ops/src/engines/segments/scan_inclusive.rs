use super::super::numbered;
use super::{inputs, plan, prefixes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the operation; flags and one value per flag. Output: for every index a record of the index and the
/// values of its segment up to and including it, folded. A segment begins at every flag that is not zero, and at the
/// first value.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn segmented_scan_inclusive(input: &Input, size: u32) -> Plan {
    plan(input, size, true)
}

/// One word after another.
fn reference(input: &Input) -> Output {
    prefixes(input, true)
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Thrust documentation, thrust::inclusive_scan_by_key, snippet; a flag where the key changes",
        input: || Input {
            columns: vec![vec![0], vec![1, 0, 0, 1, 0, 1, 1, 0, 0, 0], vec![1; 10]],
        },
        output: || numbered([1, 2, 3, 1, 2, 1, 1, 2, 3, 4]),
    },
    CorpusCase {
        source: "OEIS A002260, the integers 1 to k for k = 1, 2, 3, ...",
        input: || {
            let heads = (1..=90).flat_map(|k| (0..k).map(|i| u32::from(i == 0)));
            let heads: Vec<u32> = heads.collect();
            let ones = vec![1; heads.len()];
            Input {
                columns: vec![vec![0], heads, ones],
            }
        },
        output: || numbered((1..=90).flat_map(|k| 1..=k)),
    },
];
