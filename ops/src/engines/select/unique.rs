use super::super::dispatches::{Dispatches, Slot};
use super::super::items::{self, Items};
use super::super::{compact, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: words. Output: for every run of equal neighbours, in order, a record of the word and the length of the run.
/// For sorted words these are the distinct ones with their counts.
///
/// The first word of every run is flagged, and the flagged words are kept with their indices; the length of a run is
/// the distance to the next.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = Ord::cmp,
)]
pub fn unique(input: &Input, size: u32) -> Plan {
    let words = &input.columns[0];
    let len = words.len() as u32;
    let mut d = Dispatches::new(|_, read| {
        let records = read[0].iter().zip(&read[1]).take(read[2][0] as usize);
        records.map(|(word, count)| vec![*word, *count]).collect()
    });
    let words = d.given(words);
    let [kept, counts] = [(); 2].map(|()| d.output(len));
    let runs = d.output(1);
    d.counts_queue(0, len);
    dispatches(&mut d, size, len, [words, kept, counts, runs]);
    d.finish()
}

/// The dispatches that write the word and the length of every run of `len` words, and the number of runs.
pub(crate) fn dispatches(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    [words, kept, counts, runs]: [Slot; 4],
) {
    let over = (len, size);
    let [flags, indices] = [(); 2].map(|()| d.scratch(len));
    items::dispatch(d, flag(size), over, [], &[words, flags], &[]);
    compact::dispatches(d, size, len, [flags, words, indices, kept, runs]);
    let buffers = [runs, indices, counts];
    items::dispatch(d, measure(size), over, [len], &buffers, &[]);
}

/// Flags the first word of every run.
fn flag(size: u32) -> Program {
    let mut of = Items::<0>::new("flag_runs", size);
    let words = of.kernel.read_only("words", Type::U32);
    let flags = of.kernel.read_write("flags", Type::U32);
    of.for_each(|k, i| {
        let is_first = i.equals(0) | words.at(i).differs(words.at(i - 1));
        k.store(flags, i, is_first.cast(Type::U32));
    })
}

/// The distance from the start of every run to the start of the next, or to the end.
fn measure(size: u32) -> Program {
    let mut of = Items::<1>::new("measure_runs", size);
    let runs = of.kernel.read_only("runs", Type::U32);
    let indices = of.kernel.read_only("indices", Type::U32);
    let counts = of.kernel.read_write("counts", Type::U32);
    let [len] = of.words;
    of.for_each(|k, i| {
        let runs = k.bind("runs", runs.at(0));
        k.when(i.less(runs), |k| {
            let next = (i + 1).less(runs).select(indices.at(i + 1), len);
            k.store(counts, i, next - indices.at(i));
        });
    })
}

/// Chunks of the standard library.
fn reference(input: &Input) -> Output {
    let runs = input.columns[0].chunk_by(|a, b| a == b);
    runs.map(|run| vec![run[0], run.len() as u32]).collect()
}

/// Sorted words of every length and pattern, and with runs of all lengths up to a few hundred.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    let mut words = match n % 3 {
        0 => shapes::words(n, len),
        1 => (0..len)
            .map(|i| shapes::random(n, i) % (len / 3 + 1))
            .collect(),
        _ => (0..len).map(|i| (i * 16).isqrt() / 9).collect(),
    };
    words.sort_unstable();
    Input {
        columns: vec![words],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.unique, Examples: unique([1, 2, 6, 4, 2, 3, 2], return_counts=True), sorted",
        input: || Input {
            columns: vec![vec![1, 2, 2, 2, 3, 4, 6]],
        },
        output: || vec![vec![1, 1], vec![2, 3], vec![3, 1], vec![4, 1], vec![6, 1]],
    },
    CorpusCase {
        source: "NumPy documentation, numpy.unique, Examples: unique([1, 1, 2, 2, 3, 3])",
        input: || Input {
            columns: vec![vec![1, 1, 2, 2, 3, 3]],
        },
        output: || vec![vec![1, 2], vec![2, 2], vec![3, 2]],
    },
    CorpusCase {
        source: "OEIS A002024: n appears n times",
        input: || Input {
            columns: vec![(1..=90).flat_map(|n| vec![n; n as usize]).collect()],
        },
        output: || (1..=90).map(|n| vec![n, n]).collect(),
    },
];
