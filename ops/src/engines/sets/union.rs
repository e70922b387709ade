use super::super::dispatches::Dispatches;
use super::super::items::{self, Items};
use super::super::tiles;
use super::{by_trees, inputs, look_up, place_in, records, two, words};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: two sets. Output: the words that are in one of them or in both.
///
/// A merge in which every word finds its own place. A scan counts the words of the second set that are not in the
/// first. A word goes after the lesser words of the first set and these lesser words of the second.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = Ord::cmp,
)]
pub fn set_union(input: &Input, size: u32) -> Plan {
    let [a_len, b_len] = [0, 1].map(|k| input.columns[k].len() as u32);
    let mut d = Dispatches::new(words);
    let [a, b] = [0, 1].map(|k| d.given(&input.columns[k]));
    let all = d.output(a_len + b_len);
    let count = d.output(1);
    d.counts_queue(0, a_len + b_len);
    // A zero after the flags, where the scan stores their number.
    let flags = d.zeros(b_len + 1);
    let ranks = d.scratch(b_len + 1);
    look_up(&mut d, size, (b, b_len), (a, a_len), false, flags);
    tiles::scan_array(&mut d, size, b_len + 1, [flags, ranks], false);
    let buffers = [a, b, ranks, all, count];
    let (over, iterations) = ((a_len + 1, size), [items::halvings(b_len)]);
    let program = place_first(size);
    items::dispatch(&mut d, program, over, [a_len, b_len], &buffers, &iterations);
    let buffers = [b, a, flags, ranks, all];
    let (over, iterations) = ((b_len, size), [items::halvings(a_len)]);
    let program = place_second(size);
    items::dispatch(&mut d, program, over, [a_len], &buffers, &iterations);
    d.finish()
}

/// Places the words of the first set; the item after them writes the number of words of the union.
fn place_first(size: u32) -> Program {
    let mut of = Items::<2>::new("place_first", size);
    let set = of.kernel.read_only("set", Type::U32);
    let other = of.kernel.read_only("other", Type::U32);
    let ranks = of.kernel.read_only("ranks", Type::U32);
    let all = of.kernel.read_write("all", Type::U32);
    let count = of.kernel.read_write("count", Type::U32);
    let [len, other_len] = of.words;
    of.for_each(|k, i| {
        k.when_else(
            i.less(len),
            |k| {
                let word = k.bind("word", set.at(i));
                let place = place_in(k, other, other_len, word);
                k.store(all, i + ranks.at(place), word);
            },
            |k| k.store(count, 0, len + ranks.at(other_len)),
        );
    })
}

/// Places the words of the second set that are not in the first.
fn place_second(size: u32) -> Program {
    let mut of = Items::<1>::new("place_second", size);
    let set = of.kernel.read_only("set", Type::U32);
    let other = of.kernel.read_only("other", Type::U32);
    let flags = of.kernel.read_only("flags", Type::U32);
    let ranks = of.kernel.read_only("ranks", Type::U32);
    let all = of.kernel.read_write("all", Type::U32);
    let [other_len] = of.words;
    of.for_each(|k, i| {
        k.when(flags.at(i).differs(0), |k| {
            let word = k.bind("word", set.at(i));
            let place = place_in(k, other, other_len, word);
            k.store(all, place + ranks.at(i), word);
        });
    })
}

/// A set of the standard library.
fn reference(input: &Input) -> Output {
    by_trees(input, |a, b| a.union(b).copied().collect())
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Thrust documentation, thrust::set_union, snippet",
        input: || two(&[0, 2, 4, 6, 8, 10, 12], &[1, 3, 5, 7, 9]),
        output: || records(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]),
    },
    CorpusCase {
        source: "NumPy documentation, numpy.union1d, Examples: [-1, 0, 1] and [-2, 0, 2], every word raised by 2",
        input: || two(&[1, 2, 3], &[0, 2, 4]),
        output: || records(&[0, 1, 2, 3, 4]),
    },
];
