use super::{by_trees, inputs, kept, records, two};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Input: two sets. Output: the words of the first that are not in the second.
///
/// The words of the first set that are not found in the second are kept.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = Ord::cmp,
)]
pub fn set_difference(input: &Input, size: u32) -> Plan {
    kept(input, size, false)
}

/// A set of the standard library.
fn reference(input: &Input) -> Output {
    by_trees(input, |a, b| a.difference(b).copied().collect())
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Thrust documentation, thrust::set_difference, snippet",
        input: || two(&[0, 1, 3, 4, 5, 6, 9], &[1, 3, 5, 7, 9]),
        output: || records(&[0, 4, 6]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.setdiff1d, Examples: [1, 2, 3, 2, 4, 1] and [3, 4, 5, 6], as sets",
        input: || two(&[1, 2, 3, 4], &[3, 4, 5, 6]),
        output: || records(&[1, 2]),
    },
];
