use super::rows::{expected, given, inputs, sums};
use super::strict;
use crate::engines::folds::{GOLDBERG, goldberg};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Sums};
use vyre_conform_runtime::vyre_engine;

/// Folds floats along an axis, from left to right.
///
/// Input: `[outer, n, inner, op]`, where op is the [number](super) of a fold of binary32, binary16 or bfloat16; the
/// elements, `outer` blocks of `n` rows of `inner`, as bits. Output: for every outer and inner index a record of the
/// two and of the bits of `((x[0] op x[1]) op x[2]) op ..`, each step rounded to the format; the identity of the op if
/// n is 0. NaN is canonical, even for a single element.
///
/// # Panics
/// Panics if there is no such op, or if the elements do not fit a buffer.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
    kind = tensor,
    additions = Strict,
    sums = asked,
)]
pub fn freduce_axis_strict(input: &Input, size: u32) -> Plan {
    strict::plan::<true>(input, size, "fold_axis")
}

fn reference(input: &Input) -> Output {
    expected::<true>(input, strict::reference)
}

fn generated(n: u64) -> Input {
    inputs::<true>(n)
}

/// One row for each sum.
fn asked(of: &Sums) -> Vec<Input> {
    sums(of, &[])
}

/// A published sum, and examples computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: GOLDBERG,
        input: || given(&[1, 3, 1, 0], &goldberg()),
        output: || vec![vec![0, 0, 1f32.to_bits()]],
    },
    CorpusCase {
        source: "NumPy documentation, numpy.prod, Examples: [[1., 2.], [3., 4.]] along axis 1",
        input: || given(&[2, 2, 1, 1], &[1f32, 2.0, 3.0, 4.0].map(f32::to_bits)),
        output: || vec![vec![0, 0, 2f32.to_bits()], vec![1, 0, 12f32.to_bits()]],
    },
    CorpusCase {
        source: "By hand: of binary16 2048 + 1 is half way between two numbers, and 2048 is the even one; so is that + 1",
        input: || given(&[1, 3, 1, 4], &[0x6800, 0x3c00, 0x3c00]),
        output: || vec![vec![0, 0, 0x6800]],
    },
    CorpusCase {
        source: "By hand: of bfloat16 256 + 1 is half way between two numbers, and 256 is the even one; so is that + 1",
        input: || given(&[1, 3, 1, 8], &[0x4380, 0x3f80, 0x3f80]),
        output: || vec![vec![0, 0, 0x4380]],
    },
    CorpusCase {
        source: "IEEE 754-2019, section 6.3: -0 + -0 is -0, and -0 + +0 is +0",
        input: || given(&[1, 2, 2, 0], &[1 << 31, 1 << 31, 1 << 31, 0]),
        output: || vec![vec![0, 0, 1 << 31], vec![0, 1, 0]],
    },
    CorpusCase {
        source: "By hand: a sum of nothing is -0",
        input: || given(&[1, 0, 1, 0], &[]),
        output: || vec![vec![0, 0, 1 << 31]],
    },
];
