use super::elements::{self, due, expected, given, inputs};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// An element-wise op of two tensors of integers.
///
/// Input: `[rows, n, op, form of a, form of b]`, where op is the [number](super) of an element-wise op; a; b. An
/// operand of form 0 is a whole tensor of `rows` rows of `n`. Form 1 is one row of `n` for all rows, form 2 a column
/// with one element per row, and form 3 one element for all. With a shape of three words both are whole tensors.
/// Output: for every element a record of its row, its column and its word.
///
/// # Panics
/// Panics if there is no such op or form, or if the elements do not fit a buffer.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
)]
pub fn elements_by(input: &Input, size: u32) -> Plan {
    elements::plan::<false>(input, size)
}

fn reference(input: &Input) -> Output {
    expected::<false>(input)
}

fn generated(n: u64) -> Input {
    inputs::<false>(n)
}

/// Published examples, and examples computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.left_shift, Examples: left_shift(5, [1, 2, 3])",
        input: || given([1, 3, 10, 3, 0], &[5], &[1, 2, 3]),
        output: || due(3, &[10, 20, 40]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.right_shift, Examples: right_shift(10, [1, 2, 3])",
        input: || given([1, 3, 11, 3, 0], &[10], &[1, 2, 3]),
        output: || due(3, &[5, 2, 1]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.bitwise_and, Examples: bitwise_and([14, 3], 13)",
        input: || given([1, 2, 7, 0, 3], &[14, 3], &[13]),
        output: || due(2, &[12, 1]),
    },
    CorpusCase {
        source: "By hand: a column times a row is a table of products, 1 and 2 by 3, 4 and 5",
        input: || given([2, 3, 2, 2, 1], &[1, 2], &[3, 4, 5]),
        output: || due(3, &[3, 4, 5, 6, 8, 10]),
    },
    CorpusCase {
        source: "By hand: of i32 -7 / 2 is -3, by 0 it is 0, and -2^31 / -1 wraps to -2^31",
        input: || {
            let minus = |n: u32| n.wrapping_neg();
            given(
                [1, 3, 12, 0, 0],
                &[minus(7), minus(7), 1 << 31],
                &[2, 0, minus(1)],
            )
        },
        output: || due(3, &[3u32.wrapping_neg(), 0, 1 << 31]),
    },
    CorpusCase {
        source: "By hand: of i32 -1 is less than 0, and of u32 2^32 - 1 is not",
        input: || given([1, 2, 17, 0, 3], &[u32::MAX, 0], &[0]),
        output: || due(2, &[1, 0]),
    },
    CorpusCase {
        source: "By hand: of u32 2^32 - 1 is not less than 0, and 0 is less than 2^32 - 1",
        input: || given([1, 2, 18, 0, 0], &[u32::MAX, 0], &[0, u32::MAX]),
        output: || due(2, &[0, 1]),
    },
];
