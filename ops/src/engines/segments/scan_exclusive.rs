use super::super::numbered;
use super::{inputs, plan, prefixes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the operation; flags and one value per flag. Output: for every index a record of the index and the
/// values of its segment before it, folded; 0 if there are none. A segment begins at every flag that is not zero, and
/// at the first value.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn segmented_scan_exclusive(input: &Input, size: u32) -> Plan {
    plan(input, size, false)
}

/// One word after another.
fn reference(input: &Input) -> Output {
    prefixes(input, false)
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Blelloch, Prefix Sums and Their Applications, 1990, section 1.5, segmented +-scan",
        input: || blelloch(0),
        output: || numbered([0, 5, 0, 3, 7, 10, 0, 2]),
    },
    CorpusCase {
        source: "Blelloch, Prefix Sums and Their Applications, 1990, section 1.5, segmented max-scan",
        input: || blelloch(1),
        output: || numbered([0, 5, 0, 3, 4, 4, 0, 2]),
    },
    CorpusCase {
        source: "Thrust documentation, thrust::exclusive_scan_by_key, snippet; a flag where the key changes",
        input: || Input {
            columns: vec![vec![0], vec![1, 0, 0, 1, 0, 1, 1, 0, 0, 0], vec![1; 10]],
        },
        output: || numbered([0, 1, 2, 0, 1, 0, 0, 1, 2, 3]),
    },
];

fn blelloch(operation: u32) -> Input {
    Input {
        columns: vec![
            vec![operation],
            vec![1, 0, 1, 0, 0, 0, 1, 0],
            vec![5, 1, 3, 4, 3, 9, 2, 6],
        ],
    }
}
