use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::shapes;
use std::cmp::Ordering;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Record};
use vyre_conform_runtime::ir::{Axis, Buffer, Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: keys and one value per key. Output: the pairs in ascending order, by key and then by value.
///
/// Batcher's bitonic sorter ("Sorting networks and their applications", 1968) in the form in which every comparator
/// puts the smaller pair first: a stage that merges blocks of `2h` compares each pair with its mirror image in the
/// block, then with those `h/2`, `h/4`, ... further. Pairs beyond the end count as the largest, so their comparators do
/// nothing and any length can be sorted. Distances that fit in a workgroup are compared in its memory. The network
/// needs a power of two of invocations; other workgroup sizes are rounded down to one.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = order,
)]
pub fn bitonic_sort(input: &Input, size: u32) -> Plan {
    let [keys, values] = [&input.columns[0], &input.columns[1]];
    let len = keys.len() as u32;
    let size = 1 << size.ilog2();
    let tiles = Grid::over(len.div_ceil(2 * size), 1);
    let mut d = Dispatches::new(|input, read| {
        let pairs = read[0].iter().zip(&read[1]).take(input.columns[0].len());
        pairs.map(|(key, value)| vec![*key, *value]).collect()
    });
    let keys = d.output_of(keys.clone());
    let values = d.output_of(values.clone());
    let near_params = d.given(&[len, tiles.groups, tiles.rounds]);
    let near = [near_params, keys, values];
    let sort = d.program(within_tiles("sort_tiles", size, &network(size)));
    d.step(sort, tiles.groups, &near, &[tiles.iterations()]);
    let padded = len.next_power_of_two();
    if padded > 2 * size {
        let far = d.program(far_apart(size));
        let finish: Vec<Comparators> = halvings(size).collect();
        let finish = d.program(within_tiles("merge_tiles", size, &finish));
        let grid = Grid::over(padded / 2, size);
        for stage in (2 * size).ilog2()..padded.ilog2() {
            let half = 1 << stage;
            let wide = halvings(half / 2).take_while(|c| c.distance > size);
            for comparators in std::iter::once(Comparators::mirrored(half)).chain(wide) {
                let [items, stride, rounds] = grid.params();
                let log = comparators.distance.ilog2();
                let params = d.given(&[items, stride, rounds, len, log, comparators.mask]);
                d.step(
                    far,
                    grid.groups,
                    &[params, keys, values],
                    &[grid.iterations()],
                );
            }
            d.step(finish, tiles.groups, &near, &[tiles.iterations()]);
        }
    }
    d.finish()
}

/// One step of the network: element `i` with bit `distance` clear, compared with `i ^ mask`.
#[derive(Clone, Copy)]
struct Comparators {
    distance: u32,
    mask: u32,
}

impl Comparators {
    /// Each element of a block of `2 * half` with its mirror image.
    fn mirrored(half: u32) -> Self {
        Self {
            distance: half,
            mask: 2 * half - 1,
        }
    }

    /// The two elements that comparator `number` compares.
    fn of(number: Var, log: impl Into<Expr> + Copy, mask: impl Into<Expr>) -> [Expr; 2] {
        let below = (Expr::u32(1) << log) - 1;
        let low = ((number >> log) << (log.into() + 1)) | (number & below);
        [low.clone(), low ^ mask]
    }
}

/// The comparators of distance `from`, `from / 2`, ..., 1.
fn halvings(from: u32) -> impl Iterator<Item = Comparators> {
    let distances = std::iter::successors(Some(from), |d| Some(d / 2)).take_while(|d| *d > 0);
    distances.map(|distance| Comparators {
        distance,
        mask: distance,
    })
}

/// The whole network for `2 * size` elements.
fn network(size: u32) -> Vec<Comparators> {
    let halves = std::iter::successors(Some(1), |half| Some(half * 2));
    let stages = halves.take_while(|half| *half <= size);
    let steps = stages
        .flat_map(|half| std::iter::once(Comparators::mirrored(half)).chain(halvings(half / 2)));
    steps.collect()
}

/// Puts the smaller of two pairs first.
fn compare(k: &mut Kernel, keys: Buffer, values: Buffer, [low, high]: [Expr; 2]) {
    let [low, high] = [low, high].map(|place| k.bind("place", place));
    let [first, second] = [low, high].map(|place| k.bind("key", keys.at(place)));
    let [one, other] = [low, high].map(|place| k.bind("value", values.at(place)));
    let is_tie = first.equals(second);
    let swap = first.greater(second) | (is_tie & one.greater(other));
    k.when(swap, |k| {
        k.store(keys, low, second);
        k.store(keys, high, first);
        k.store(values, low, other);
        k.store(values, high, one);
    });
}

/// A program that runs comparators within tiles of `2 * size` pairs in workgroup memory.
fn within_tiles(name: &str, size: u32, steps: &[Comparators]) -> Program {
    let mut k = Kernel::new(name, [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let keys = k.read_write("keys", Type::U32);
    let values = k.read_write("values", Type::U32);
    let near_keys = k.workgroup("near_keys", Type::U32, 2 * size);
    let near_values = k.workgroup("near_values", Type::U32, 2 * size);
    let [len, groups, rounds] = [0, 1, 2].map(|i| k.bind("param", params.at(i)));
    let local = k.bind("local", Expr::local_id(Axis::X));
    k.count("round", 0, rounds, |k, round| {
        let tile = round * groups + Expr::workgroup_id(Axis::X);
        let start = k.bind("start", tile * (2 * size) + local);
        for j in [0, size] {
            let at = k.bind("at", start + j);
            let inside = k.bind("inside", at.less(len));
            let key = inside.select(keys.at(at), u32::MAX);
            k.store(near_keys, local + j, key);
            let value = inside.select(values.at(at), u32::MAX);
            k.store(near_values, local + j, value);
        }
        k.barrier();
        for step in steps {
            let log = step.distance.ilog2();
            let places = Comparators::of(local, log, step.mask);
            compare(k, near_keys, near_values, places);
            k.barrier();
        }
        for j in [0, size] {
            let at = k.bind("at", start + j);
            k.when(at.less(len), |k| {
                k.store(keys, at, near_keys.at(local + j));
                k.store(values, at, near_values.at(local + j));
            });
        }
        // The next tile is written where others may still read this one.
        k.barrier();
    });
    k.finish()
}

/// A program that runs the comparators of one distance of any size.
fn far_apart(size: u32) -> Program {
    let mut k = Kernel::new("compare_far", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 6);
    let keys = k.read_write("keys", Type::U32);
    let values = k.read_write("values", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let [len, log, mask] = [3, 4, 5].map(|i| k.bind("param", params.at(i)));
    grid::for_each(&mut k, grid, |k, i| {
        let [low, high] = Comparators::of(i, log, mask);
        let high = k.bind("high", high);
        k.when(high.less(len), |k| {
            compare(k, keys, values, [low, high.into()])
        });
    });
    k.finish()
}

/// A sort of the standard library.
fn reference(input: &Input) -> Output {
    let pairs = input.columns[0].iter().zip(&input.columns[1]);
    let mut pairs: Output = pairs.map(|(key, value)| vec![*key, *value]).collect();
    pairs.sort();
    pairs
}

/// By key, then by value.
fn order(a: &Record, b: &Record) -> Ordering {
    a.cmp(b)
}

/// Keys of every pattern and most lengths; the values distinguish equal keys.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n).clamp(0, 1300);
    Input {
        columns: vec![shapes::words(n, len), (0..len).rev().collect()],
    }
}

/// The published example.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "NVIDIA CUB documentation, cub::DeviceRadixSort::SortPairs, snippet",
    input: || Input {
        columns: vec![vec![8, 6, 7, 5, 3, 0, 9], vec![0, 1, 2, 3, 4, 5, 6]],
    },
    output: || {
        let pairs = [[0, 5], [3, 4], [5, 3], [6, 1], [7, 2], [8, 0], [9, 6]];
        pairs.map(Vec::from).to_vec()
    },
}];
