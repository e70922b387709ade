use super::rows::{given, prefixes};
use super::scan::{self, inputs};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Inclusive prefix folds of integers along an axis, from left to right.
///
/// Input: `[outer, n, inner, op, skip]`, where op is the [number](super) of a fold; the elements, `outer` blocks of `n`
/// rows of `inner`. Output: for every outer index, every index `i` from `skip` on along the axis and every inner index
/// a record of the three and of the words of `((x[0] op x[1]) op ..) op x[i]`. A shape of four words has `skip = 0`.
///
/// # Panics
/// Panics if there is no such op, or if the elements do not fit a buffer.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
)]
pub fn scan_axis(input: &Input, size: u32) -> Plan {
    scan::plan::<false>(input, size)
}

/// A scan of the standard library.
fn reference(input: &Input) -> Output {
    prefixes::<false>(input, scan::skip(input))
}

fn generated(n: u64) -> Input {
    inputs::<false>(n)
}

/// Published examples, and examples computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.cumsum, Examples: [[1, 2, 3], [4, 5, 6]] along axis 0",
        input: || given(&[1, 2, 3, 0], &[1, 2, 3, 4, 5, 6]),
        output: || in_matrix([[1, 2, 3], [5, 7, 9]], |i, j| vec![0, i, j]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.cumsum, Examples: [[1, 2, 3], [4, 5, 6]] along axis 1",
        input: || given(&[2, 3, 1, 0], &[1, 2, 3, 4, 5, 6]),
        output: || in_matrix([[1, 3, 6], [4, 9, 15]], |i, j| vec![i, j, 0]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.cumprod, Examples: [[1, 2, 3], [4, 5, 6]] along axis 1",
        input: || given(&[2, 3, 1, 1], &[1, 2, 3, 4, 5, 6]),
        output: || in_matrix([[1, 2, 6], [4, 20, 120]], |i, j| vec![i, j, 0]),
    },
    CorpusCase {
        source: "By hand: of 3, 1, 2 the maxima so far are 3, 3, 3, of which two are kept",
        input: || given(&[1, 3, 1, 3, 1], &[3, 1, 2]),
        output: || vec![vec![0, 1, 0, 3], vec![0, 2, 0, 3]],
    },
    CorpusCase {
        source: "By hand: of u64 (2^32 - 1) + 1 is 2^32",
        input: || given(&[1, 2, 1, 10], &[u32::MAX, 0, 1, 0]),
        output: || vec![vec![0, 0, 0, u32::MAX, 0], vec![0, 1, 0, 0, 1]],
    },
];

/// Records of the elements of a matrix, each with its indices.
fn in_matrix(rows: [[u32; 3]; 2], place: fn(u32, u32) -> Vec<u32>) -> Output {
    let rows = (0..).zip(rows);
    let all = rows.flat_map(|(i, row)| (0..).zip(row).map(move |(j, word)| (i, j, word)));
    all.map(|(i, j, word)| [place(i, j), vec![word]].concat())
        .collect()
}
