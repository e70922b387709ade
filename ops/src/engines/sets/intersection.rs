use super::super::shapes;
use super::{by_trees, inputs, kept, records, two};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Input: two sets. Output: the words that are in both.
///
/// The words of the first set that are found in the second are kept.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = Ord::cmp,
)]
pub fn set_intersection(input: &Input, size: u32) -> Plan {
    kept(input, size, true)
}

/// A set of the standard library.
fn reference(input: &Input) -> Output {
    by_trees(input, |a, b| a.intersection(b).copied().collect())
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Thrust documentation, thrust::set_intersection, snippet, without the doubled 1",
        input: || two(&[1, 3, 5, 7, 9, 11], &[1, 2, 3, 5, 8, 13]),
        output: || records(&[1, 3, 5]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.intersect1d, Examples: [1, 3, 4, 3] and [3, 1, 2, 1], as sets",
        input: || two(&[1, 3, 4], &[1, 2, 3]),
        output: || records(&[1, 3]),
    },
    CorpusCase {
        source: "OEIS A005478, the prime Fibonacci numbers below 10,000",
        input: || {
            let fibonacci = [
                1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181, 6765,
            ];
            two(&shapes::primes(10_000), &fibonacci)
        },
        output: || records(&[2, 3, 5, 13, 89, 233, 1597]),
    },
];
