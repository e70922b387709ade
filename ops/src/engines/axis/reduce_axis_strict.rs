use super::rows::{expected, given, inputs};
use super::strict;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Folds integers along an axis, from left to right.
///
/// Input: `[outer, n, inner, op]`, where op is the [number](super) of a fold; the elements, `outer` blocks of `n` rows
/// of `inner`. Output: for every outer and inner index a record of the two and of the words of
/// `((x[0] op x[1]) op x[2]) op ..`; the identity of the op if n is 0.
///
/// # Panics
/// Panics if there is no such op, or if the elements do not fit a buffer.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
)]
pub fn reduce_axis_strict(input: &Input, size: u32) -> Plan {
    strict::plan::<false>(input, size, "fold_axis")
}

fn reference(input: &Input) -> Output {
    expected::<false>(input, strict::reference)
}

fn generated(n: u64) -> Input {
    inputs::<false>(n)
}

/// Published examples, and examples computed by hand.
pub(super) const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.sum, Examples: [[0, 1], [0, 5]] along axis 0",
        input: || given(&[1, 2, 2, 0], &[0, 1, 0, 5]),
        output: || vec![vec![0, 0, 0], vec![0, 1, 6]],
    },
    CorpusCase {
        source: "NumPy documentation, numpy.sum, Examples: [[0, 1], [0, 5]] along axis 1",
        input: || given(&[2, 2, 1, 0], &[0, 1, 0, 5]),
        output: || vec![vec![0, 0, 1], vec![1, 0, 5]],
    },
    CorpusCase {
        source: "NumPy documentation, numpy.max, Examples: arange(4).reshape(2, 2) along axis 1",
        input: || given(&[2, 2, 1, 3], &[0, 1, 2, 3]),
        output: || vec![vec![0, 0, 1], vec![1, 0, 3]],
    },
    CorpusCase {
        source: "By hand: of i32 the least of -1, 0 and -2^31 is -2^31",
        input: || given(&[1, 3, 1, 8], &[u32::MAX, 0, 1 << 31]),
        output: || vec![vec![0, 0, 1 << 31]],
    },
    CorpusCase {
        source: "By hand: of u64 (2^32 - 1) + 1 is 2^32",
        input: || given(&[1, 2, 1, 10], &[u32::MAX, 0, 1, 0]),
        output: || vec![vec![0, 0, 0, 1]],
    },
    CorpusCase {
        source: "By hand: a product of nothing is 1",
        input: || given(&[1, 0, 2, 1], &[]),
        output: || vec![vec![0, 0, 1], vec![0, 1, 1]],
    },
    CorpusCase {
        source: "By hand: the least of no u64 is the greatest there is",
        input: || given(&[1, 0, 1, 11], &[]),
        output: || vec![vec![0, 0, u32::MAX, u32::MAX]],
    },
];
