use super::elements::{self, due, expected, given, inputs};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// An element-wise op of two tensors of floats, rounded once.
///
/// Input: `[rows, n, op, form of a, form of b]`, where op is the [number](super) of an element-wise op of binary32,
/// binary16 or bfloat16; a and b, as bits, in the forms of [`elements_by`](fn@super::elements_by). Output: for every
/// element a record of its row, its column and its bits.
///
/// # Panics
/// Panics if there is no such op or form, or if the elements do not fit a buffer.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
    kind = tensor,
    additions = None,
)]
pub fn felements_by(input: &Input, size: u32) -> Plan {
    elements::plan::<true>(input, size)
}

fn reference(input: &Input) -> Output {
    expected::<true>(input)
}

fn generated(n: u64) -> Input {
    inputs::<true>(n)
}

/// The matrix `arange(9.0).reshape(3, 3)` and the row `arange(3.0)` of the examples of NumPy.
fn examples(op: u32) -> Input {
    let ascending = |len: u32| -> Vec<u32> { (0..len).map(|i| (i as f32).to_bits()).collect() };
    given([3, 3, op, 0, 1], &ascending(9), &ascending(3))
}

/// The expected results.
fn matrix(elements: [f32; 9]) -> Output {
    due(3, &elements.map(f32::to_bits))
}

/// Published examples, and examples computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.add, Examples: a matrix and a row",
        input: || examples(0),
        output: || matrix([0.0, 2.0, 4.0, 3.0, 5.0, 7.0, 6.0, 8.0, 10.0]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.subtract, Examples: a matrix and a row",
        input: || examples(1),
        output: || matrix([0.0, 0.0, 0.0, 3.0, 3.0, 3.0, 6.0, 6.0, 6.0]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.multiply, Examples: a matrix and a row",
        input: || examples(2),
        output: || matrix([0.0, 1.0, 4.0, 0.0, 4.0, 10.0, 0.0, 7.0, 16.0]),
    },
    CorpusCase {
        source: "By hand: of binary16 1 / 3 is 0x3555, 1365 / 1024 / 4, and -1 / 0 is -infinity",
        input: || given([1, 2, 9, 0, 0], &[0x3c00, 0xbc00], &[0x4200, 0]),
        output: || due(2, &[0x3555, 0xfc00]),
    },
    CorpusCase {
        source: "By hand: the least subnormal number of bfloat16 by 2 is half way to the next, and 0 is the even one",
        input: || given([1, 1, 15, 0, 3], &[1], &[0x4000]),
        output: || due(1, &[0]),
    },
];
