use super::counters::{self, Counters, MOST, Runs};
use super::dispatches::{Dispatches, Slot};
use super::grid::{self, Grid};
use super::{numbered, shapes};
use vyre_conform_runtime::engine::{AtomicEvent, CorpusCase, History, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Axis, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: the words, and one word, the number of bins, at least 1. Output: for every bin a record of its number and the
/// number of words in it; word `w` belongs to bin `w % bins`.
///
/// Few words are counted by one atomic addition each. For more words and at most 256 bins, a workgroup counts its own
/// words in its own memory, with separate counters for each invocation, and adds the counts to the totals (Podlozhnyuk,
/// "Histogram calculation in CUDA", 2007). The count before each word is stored as well: it numbers the words of a bin,
/// each number once.
#[vyre_engine(
    invariants(.., AtomicLinearizable),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn histogram(input: &Input, size: u32) -> Plan {
    let data = &input.columns[0];
    let bins = input.columns[1][0];
    let len = data.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let bins = input.columns[1][0] as usize;
        numbered(read[0].iter().take(bins).copied())
    });
    let source = d.given(data);
    let counts = d.output(bins);
    let ranks = d.output(len);
    d.order_dependent();
    d.observed(observed);
    dispatches(&mut d, size, [len, bins], [source, counts, ranks]);
    d.finish()
}

/// The dispatch that counts `len` elements of `source` by their remainders modulo `bins`.
pub(crate) fn dispatches(d: &mut Dispatches, size: u32, [len, bins]: [u32; 2], buffers: [Slot; 3]) {
    match bins <= counters::BINS && (ENOUGH..=MOST_WORDS).contains(&len) {
        true => by_groups(d, size, [len, bins], buffers),
        false => by_words(d, size, [len, bins], buffers),
    }
}

/// Number of words that justifies counters of a workgroup: several for each bin.
const ENOUGH: u32 = 4 * counters::BINS;

/// The largest number of words of one dispatch.
const MOST_WORDS: u32 = LONGEST * 65_535;

/// Columns of counters of a workgroup, which leave room for one word per bin.
const COLUMNS: u32 = 16;

/// The words of a workgroup are a multiple of this number, large enough for [`GROUPS`] workgroups in longer inputs.
const SHORTEST: u32 = 1024;

/// The largest number of words of a workgroup: all of them may be in one bin.
const LONGEST: u32 = 32_768;

/// Number of workgroups that keeps a device busy.
const GROUPS: u32 = 2048;

/// One atomic addition for each bin of each workgroup: the workgroup counts its words, adds the counts to the totals,
/// and ranks its words from the previous total of each bin.
fn by_groups(
    d: &mut Dispatches,
    size: u32,
    [len, bins]: [u32; 2],
    [source, counts, ranks]: [Slot; 3],
) {
    let columns = size.min(COLUMNS);
    let run = len.div_ceil(GROUPS).next_multiple_of(SHORTEST);
    let runs = Runs::of(len, run.min(LONGEST), columns);
    let params = d.given(&[len, runs.run, runs.batches]);
    let program = d.program(count_and_rank(bins, columns));
    let [rounds, per_round] = Counters::iterations(bins, columns);
    let buffers = [params, source, counts, ranks];
    let iterations = [runs.iterations(), rounds, per_round, runs.iterations()];
    d.step(program, runs.groups, &buffers, &iterations);
}

fn count_and_rank(bins: u32, columns: u32) -> Program {
    let mut k = Kernel::new("histogram", [columns, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let source = k.read_only("source", Type::U32);
    let counts = k.read_write("counts", Type::U32);
    let ranks = k.read_write("ranks", Type::U32);
    // The count of each bin before the workgroup's own words.
    let bases = k.workgroup("bases", Type::U32, bins);
    let counters = Counters::declare(&mut k, bins, columns);
    let [len, run, batches] =
        [("len", 0), ("run", 1), ("batches", 2)].map(|(name, i)| k.bind(name, params.at(i)));
    let first = k.bind("first", Expr::workgroup_id(Axis::X) * run);
    let end = k.bind("end", (first + run).min(len));
    // The number of bins is a constant of the text, so the remainder modulo a power of two needs no division.
    let bin = |i: Expr| source.at(i) % bins;
    counters.for_each(&mut k, [first, end, batches], bin, |k, _, bin, is_in| {
        counters.add(k, bin, is_in);
    });
    k.barrier();
    // A counter continues from the sum of the earlier counters of its bin, two sums per word: no run is long enough for
    // an overflow.
    counters.pairs(
        &mut k,
        |k| vec![k.variable("sums", 0)],
        |k, words, at, sums| {
            let counted = k.bind("counted", words.at(at));
            k.store(words, at, sums[0]);
            k.assign(sums[0], sums[0] + counted);
        },
        |k, bin, sums| {
            for (half, count) in [(0, sums[0] & MOST), (1, sums[0] >> 16)] {
                k.when((bin + half).less(bins), |k| {
                    let base = k.atomic(AtomicOp::Add, counts, bin + half, count);
                    k.store(bases, bin + half, base);
                });
            }
        },
    );
    k.barrier();
    counters.for_each(&mut k, [first, end, batches], bin, |k, i, bin, is_in| {
        let rank = counters.add(k, bin, is_in.clone());
        let rank = k.bind("rank", bases.at(bin) + rank);
        k.when(is_in, |k| k.store(ranks, i, rank));
    });
    k.finish()
}

/// One atomic addition per word.
fn by_words(
    d: &mut Dispatches,
    size: u32,
    [len, bins]: [u32; 2],
    [source, counts, ranks]: [Slot; 3],
) {
    let grid = Grid::over(len, size);
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, bins]);
    let program = d.program(count(size));
    let buffers = [params, source, counts, ranks];
    d.step(program, grid.groups, &buffers, &[grid.iterations()]);
}

fn count(size: u32) -> Program {
    let mut k = Kernel::new("histogram", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let source = k.read_only("source", Type::U32);
    let counts = k.read_write("counts", Type::U32);
    let ranks = k.read_write("ranks", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let bins = k.bind("bins", params.at(3));
    grid::for_each(&mut k, grid, |k, i| {
        let rank = k.atomic(AtomicOp::Add, counts, source.at(i) % bins, 1);
        k.store(ranks, i, rank);
    });
    k.finish()
}

/// One history per bin.
fn observed(input: &Input, read: &[Vec<u32>]) -> Vec<History> {
    let bins = input.columns[1][0];
    let bin = |&last: &u32| History {
        initial: 0,
        events: vec![],
        last,
    };
    let mut histories: Vec<History> = read[0].iter().take(bins as usize).map(bin).collect();
    for (invocation, (word, rank)) in (0..).zip(input.columns[0].iter().zip(&read[1])) {
        histories[(word % bins) as usize].events.push(AtomicEvent {
            invocation,
            op: AtomicOp::Add,
            value: 1,
            expected: 0,
            before: *rank,
        });
    }
    histories
}

/// Counting in a loop.
fn reference(input: &Input) -> Output {
    let bins = input.columns[1][0];
    let mut counts = vec![0; bins as usize];
    for word in &input.columns[0] {
        counts[(word % bins) as usize] += 1;
    }
    numbered(counts)
}

/// Words of every length and pattern over 1, 2, 16, 100 or 256 bins.
fn inputs(n: u64) -> Input {
    let bins = [256, 1, 16, 100, 2][(n % 5) as usize];
    Input {
        columns: vec![shapes::words(n, shapes::length(n)), vec![bins]],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.bincount, Examples: bincount([0, 1, 1, 3, 2, 1, 7])",
        input: || Input {
            columns: vec![vec![0, 1, 1, 3, 2, 1, 7], vec![8]],
        },
        output: || numbered([1, 3, 1, 1, 0, 0, 0, 1]),
    },
    CorpusCase {
        source: "OEIS A073505, A073506, A073507 and A073508: primes below 10,000 that end in 1, 3, 7, 9",
        input: || Input {
            columns: vec![shapes::primes(10_000), vec![10]],
        },
        output: || numbered([0, 306, 1, 310, 0, 1, 0, 308, 0, 303]),
    },
];
