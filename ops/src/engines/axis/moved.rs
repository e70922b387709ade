//! Engines that rearrange the elements of a tensor: a kernel finds the source of every element of the output.

use crate::engines::dispatches::{Dispatches, Slot};
use crate::engines::pass::{Item, Pass};
use crate::engines::shapes;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Type};

/// The plan of one dispatch, one invocation per element of the output, with the source of an element.
pub(super) fn plan(
    mut d: Dispatches,
    size: u32,
    (name, items, shape): (&str, u32, &[u32]),
    reads: &[(&str, Slot)],
    element: impl FnOnce(&mut Kernel, &Item) -> Expr,
) -> Plan {
    let reads = reads.iter().map(|(name, slot)| (*name, Type::U32, *slot));
    let reads: Vec<_> = reads.collect();
    let pass = Pass {
        name,
        items,
        shape,
        reads: &reads,
        writes: ("moved", Type::U32, d.output(items)),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let value = element(k, item);
        k.store(item.target, item.at, value);
    });
    d.finish()
}

/// A record of outer index, line, index in the line and word for every word, in blocks of lines of these sizes.
pub(super) fn records(words: impl Iterator<Item = u32>, [lines, len]: [u32; 2]) -> Output {
    let records = (0..).zip(words);
    records
        .map(|(at, word)| vec![at / len / lines, at / len % lines, at % len, word])
        .collect()
}

/// This many words for a column of input `n`.
pub(super) fn words(n: u64, column: u32, len: u32) -> Vec<u32> {
    let word = |at: u32| shapes::random(n, column << 27 ^ at);
    (0..len).map(word).collect()
}

/// A case of the corpus: the shape and the tensors.
pub(super) fn given(shape: &[u32], tensors: &[&[u32]]) -> Input {
    let tensors = tensors.iter().map(|words| words.to_vec());
    Input {
        columns: std::iter::once(shape.to_vec()).chain(tensors).collect(),
    }
}
