use super::rows::{expected, inputs};
use super::{reduce_axis_strict, tree};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Folds integers along an axis in a binary tree: `[0, n)` is split at `n / 2`, rounded down, and each part in the same
/// way.
///
/// Input, output and result are those of [`reduce_axis_strict`](fn@super::reduce_axis_strict): the ops are associative,
/// so only [`freduce_axis_tree`](fn@super::freduce_axis_tree) makes the tree visible.
///
/// # Panics
/// Panics if there is no such op, or if the elements do not fit a buffer.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = reduce_axis_strict::CORPUS,
)]
pub fn reduce_axis_tree(input: &Input, size: u32) -> Plan {
    tree::plan::<false>(input, size, "fold_tree")
}

fn reference(input: &Input) -> Output {
    expected::<false>(input, tree::reference)
}

fn generated(n: u64) -> Input {
    inputs::<false>(n)
}
