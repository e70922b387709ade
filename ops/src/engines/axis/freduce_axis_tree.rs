use super::rows::{expected, given, inputs, sums};
use super::tree;
use crate::engines::folds::{GOLDBERG, goldberg};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Sums};
use vyre_conform_runtime::vyre_engine;

/// Folds floats along an axis in the binary tree of `freduce_tree_binary`: `[0, n)` is split at `n / 2`, rounded down,
/// and each part in the same way.
///
/// Input and output are those of [`freduce_axis_strict`](fn@super::freduce_axis_strict), except for this order.
///
/// # Panics
/// Panics if there is no such op, or if the elements do not fit a buffer.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
    kind = tensor,
    additions = TreeBinary,
    sums = asked,
)]
pub fn freduce_axis_tree(input: &Input, size: u32) -> Plan {
    tree::plan::<true>(input, size, "fold_tree")
}

fn reference(input: &Input) -> Output {
    expected::<true>(input, tree::reference)
}

fn generated(n: u64) -> Input {
    inputs::<true>(n)
}

/// One row for each sum.
fn asked(of: &Sums) -> Vec<Input> {
    sums(of, &[])
}

/// A published sum, and examples computed by hand: three elements are split into one and two.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: GOLDBERG,
        input: || given(&[1, 3, 1, 0], &goldberg()),
        output: || vec![vec![0, 0, 0]],
    },
    CorpusCase {
        source: "By hand: of binary16 2048 + (1 + 1) is 2050, the number after 2048",
        input: || given(&[1, 3, 1, 4], &[0x6800, 0x3c00, 0x3c00]),
        output: || vec![vec![0, 0, 0x6801]],
    },
    CorpusCase {
        source: "By hand: of bfloat16 256 + (1 + 1) is 258, the number after 256",
        input: || given(&[1, 3, 1, 8], &[0x4380, 0x3f80, 0x3f80]),
        output: || vec![vec![0, 0, 0x4381]],
    },
    CorpusCase {
        source: "By hand: the greatest of no numbers is NaN, which a maximum passes over",
        input: || given(&[1, 0, 1, 3], &[]),
        output: || vec![vec![0, 0, 0x7fc0_0000]],
    },
];
