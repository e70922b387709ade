use super::dispatches::{Dispatches, Slot};
use super::grid::{self, Grid};
use super::{numbered, shapes};
use vyre_conform_runtime::engine::{AtomicEvent, CorpusCase, History, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Kernel, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: the words, and one word, the number of bins, at least 1. Output: for every bin a record of
/// its number and how many words fall into it; word `w` falls into bin `w % bins`.
///
/// One atomic addition a word (Podlozhnyuk, "Histogram calculation in CUDA", 2007). The count before
/// each addition is kept as well: it numbers the words of a bin, each number once.
#[vyre_engine(
    invariants(
        Deterministic,
        NoOutputLost,
        BoundedResources,
        Termination,
        AtomicLinearizable,
        WorkgroupInvariant,
    ),
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
pub(crate) fn dispatches(
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
    d.step(program, grid.groups, &buffers, &[grid.trips()]);
}

fn count(size: u32) -> Program {
    let mut k = Kernel::new("histogram", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let source = k.read_only("source", Type::U32);
    let counts = k.read_write("counts", Type::U32);
    let ranks = k.read_write("ranks", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let bins = k.bind("bins", params.at(3));
    grid::each(&mut k, grid, |k, i| {
        let rank = k.atomic(AtomicOp::Add, counts, source.at(i) % bins, 1);
        k.store(ranks, i, rank);
    });
    k.finish()
}

/// One history a bin.
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

/// Counting by hand.
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
