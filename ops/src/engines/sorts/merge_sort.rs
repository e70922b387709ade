use super::super::dispatches::{Dispatches, Slot};
use super::super::items::{self, Items};
use super::super::shapes;
use super::{numbered_keys, pairs};
use std::cmp::Ordering;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Record};
use vyre_conform_runtime::ir::{Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Pairs that an invocation sorts, and that it merges.
const RUN: u32 = 8;

/// Input: keys and one value per key. Output: a record of key and value for every pair, sorted by key; pairs of one key
/// keep their order.
///
/// Every invocation sorts a run of eight pairs by odd-even transposition, which exchanges neighbours only and is
/// therefore stable. Each following dispatch merges pairs of runs: an invocation finds the sources of its eight pairs
/// by binary search along a diagonal of the merge path (Green, McColl and Bader, "GPU Merge Path", 2012).
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = order,
)]
pub fn merge_sort(input: &Input, size: u32) -> Plan {
    let [keys, values] = [&input.columns[0], &input.columns[1]];
    let len = keys.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let pairs = read[0].iter().zip(&read[1]).take(input.columns[0].len());
        pairs.map(|(key, value)| vec![*key, *value]).collect()
    });
    let given = [keys, values].map(|column| d.given(column));
    let sorted = [(); 2].map(|()| d.output(len));
    dispatches(&mut d, size, len, given, sorted);
    d.finish()
}

/// The dispatches that sort `len` pairs.
pub(crate) fn dispatches(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    given: [Slot; 2],
    sorted: [Slot; 2],
) {
    let over = (len.div_ceil(RUN), size);
    let mut to = sorted;
    let mut between = [(); 2].map(|()| d.scratch(len));
    let widths = std::iter::successors(Some(RUN), |width| width.checked_mul(2));
    let widths: Vec<u32> = widths.take_while(|width| *width < len).collect();
    if widths.len() % 2 == 1 {
        // The last merge writes the sorted pairs.
        std::mem::swap(&mut to, &mut between);
    }
    let buffers = [given, to].concat();
    items::dispatch(d, sort_runs(size), over, [len], &buffers, &[]);
    for width in widths {
        let buffers = [to, between].concat();
        // A binary search over at most one run; the pairs of an invocation.
        let iterations = [items::halvings(width), RUN.into()];
        let words = [len, width];
        items::dispatch(d, merge(size), over, words, &buffers, &iterations);
        std::mem::swap(&mut to, &mut between);
    }
}

/// Sorts runs of eight pairs. Pairs beyond the end have the largest key and stay after the others.
fn sort_runs(size: u32) -> Program {
    let mut of = Items::<1>::new("sort_runs", size);
    let keys = of.kernel.read_only("keys", Type::U32);
    let values = of.kernel.read_only("values", Type::U32);
    let sorted_keys = of.kernel.read_write("sorted_keys", Type::U32);
    let sorted_values = of.kernel.read_write("sorted_values", Type::U32);
    let [len] = of.words;
    of.for_each(|k, run| {
        let at: Vec<Var> = (0..RUN).map(|j| k.bind("at", run * RUN + j)).collect();
        let load = |k: &mut Kernel, at: &Var| {
            let key = at.less(len).select(keys.at(*at), u32::MAX);
            [k.bind("key", key), k.bind("value", values.at(*at))]
        };
        let mut pairs: Vec<[Var; 2]> = at.iter().map(|at| load(k, at)).collect();
        for round in 0..RUN as usize {
            for two in pairs[round % 2..].chunks_exact_mut(2) {
                let [[low, one], [high, other]] = [two[0], two[1]];
                let swap = k.bind("swap", low.greater(high));
                two[0] = [(high, low), (other, one)].map(|(a, b)| k.bind("a", swap.select(a, b)));
                two[1] = [(low, high), (one, other)].map(|(a, b)| k.bind("b", swap.select(a, b)));
            }
        }
        for (at, [key, value]) in at.into_iter().zip(pairs) {
            k.when(at.less(len), |k| {
                k.store(sorted_keys, at, key);
                k.store(sorted_values, at, value);
            });
        }
    })
}

/// Merges runs of `width` pairs two by two, eight pairs per invocation.
fn merge(size: u32) -> Program {
    let mut of = Items::<2>::new("merge_runs", size);
    let keys = of.kernel.read_only("keys", Type::U32);
    let values = of.kernel.read_only("values", Type::U32);
    let merged_keys = of.kernel.read_write("merged_keys", Type::U32);
    let merged_values = of.kernel.read_write("merged_values", Type::U32);
    let [len, width] = of.words;
    of.for_each(|k, chunk| {
        let out = k.bind("out", chunk * RUN);
        let left = k.bind("left", out & !(width * 2 - 1));
        let right = k.bind("right", (left + width).min(len));
        let end = k.bind("end", (right + width).min(len));
        let diagonal = k.bind("diagonal", out - left);
        // Number of pairs of the left run that come first; the rest of the diagonal is from the right.
        let rights = end - right;
        let least = diagonal - diagonal.min(rights);
        let most = diagonal.min(right - left);
        let lefts = items::first(k, least, most, |_, middle| {
            let other = keys.at(right + diagonal - 1 - middle);
            keys.at(left + middle).at_most(other)
        });
        let l = k.variable("l", left + lefts);
        let r = k.variable("r", right + diagonal - lefts);
        k.count("j", 0, RUN, |k, j| {
            let at = k.bind("at", out + j);
            k.when(at.less(end), |k| {
                let in_order = keys.at(l).at_most(keys.at(r));
                let is_left = l.less(right) & (r.at_least(end) | in_order);
                let is_left = k.bind("is_left", is_left);
                let from = k.bind("from", is_left.select(l, r));
                k.store(merged_keys, at, keys.at(from));
                k.store(merged_values, at, values.at(from));
                k.assign(l, l + is_left.cast(Type::U32));
                k.assign(r, r + (!is_left).cast(Type::U32));
            });
        });
    })
}

/// A stable sort of the standard library.
fn reference(input: &Input) -> Output {
    let pairs = input.columns[0].iter().zip(&input.columns[1]);
    let mut records: Output = pairs.map(|(key, value)| vec![*key, *value]).collect();
    records.sort_by_key(|record| record[0]);
    records
}

/// By key, then by value: the values of every input ascend, so an unstable sort would show.
fn order(a: &Record, b: &Record) -> Ordering {
    a.cmp(b)
}

/// Keys of every pattern and most lengths; the values are the positions.
fn inputs(n: u64) -> Input {
    let most = if n == 7 { 4500 } else { 1500 };
    let len = shapes::length(n).min(most);
    numbered_keys(&shapes::words(n, len))
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 2.4",
        input: || numbered_keys(&[5, 2, 4, 7, 1, 3, 2, 6]),
        output: || {
            pairs(&[
                (1, 4),
                (2, 1),
                (2, 6),
                (3, 5),
                (4, 2),
                (5, 0),
                (6, 7),
                (7, 3),
            ])
        },
    },
    CorpusCase {
        source: "Knuth, The Art of Computer Programming, volume 3, section 5.2.4, the natural two-way merge sort",
        input: || {
            numbered_keys(&[
                503, 87, 512, 61, 908, 170, 897, 275, 653, 426, 154, 509, 612, 677, 765, 703,
            ])
        },
        output: || {
            pairs(&[
                (61, 3),
                (87, 1),
                (154, 10),
                (170, 5),
                (275, 7),
                (426, 9),
                (503, 0),
                (509, 11),
                (512, 2),
                (612, 12),
                (653, 8),
                (677, 13),
                (703, 15),
                (765, 14),
                (897, 6),
                (908, 4),
            ])
        },
    },
];
