use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::{numbered, shapes, tiles};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: words, and one length per word, with a sum below 2^32. Output: for every word of the decoded runs, one after
/// another, a record of its index and the word. A run may have length 0.
///
/// Golomb, ["Run-length encodings"](https://doi.org/10.1109/TIT.1966.1053907), 1966. A scan finds the end of every run,
/// and each word of the output searches for the first run that ends after it.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn run_length_decode(input: &Input, size: u32) -> Plan {
    let [words, lengths] = [&input.columns[0], &input.columns[1]];
    let runs = words.len() as u32;
    let grid = Grid::over(lengths.iter().sum(), size);
    let mut d = Dispatches::new(|input, read| {
        let len = input.columns[1].iter().sum::<u32>();
        numbered(read[0].iter().take(len as usize).copied())
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, runs]);
    let [words, lengths] = [words, lengths].map(|column| d.given(column));
    let ends = d.scratch(runs);
    let target = d.output(grid.items);
    tiles::scan_array(&mut d, size, runs, [lengths, ends], true);
    let program = d.program(expand(size));
    let halvings = u32::BITS - runs.leading_zeros();
    d.step(
        program,
        grid.groups,
        &[params, words, ends, target],
        &[grid.iterations(), halvings.into()],
    );
    d.finish()
}

fn expand(size: u32) -> Program {
    let mut k = Kernel::new("expand_runs", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let words = k.read_only("words", Type::U32);
    let ends = k.read_only("ends", Type::U32);
    let target = k.read_write("target", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let runs = k.bind("runs", params.at(3));
    grid::for_each(&mut k, grid, |k, i| {
        let low = k.variable("low", 0);
        let high = k.variable("high", runs);
        k.repeat_while(32, low.less(high), |k| {
            let middle = k.bind("middle", low + ((high - low) >> 1));
            let before = k.bind("before", ends.at(middle).at_most(i));
            k.assign(low, before.select(middle + 1, low));
            k.assign(high, before.select(high, middle));
        });
        k.store(target, i, words.at(low));
    });
    k.finish()
}

/// Repetitions of the standard library.
fn reference(input: &Input) -> Output {
    let runs = input.columns[0].iter().zip(&input.columns[1]);
    numbered(runs.flat_map(|(word, length)| vec![*word; *length as usize]))
}

/// Any number of runs; of length 1, up to 6, one long one among empty ones, or none.
fn inputs(n: u64) -> Input {
    let runs = shapes::length(n).div_ceil(2);
    let length = |i: u32| match n % 4 {
        0 => shapes::random(n, i) % 7,
        1 => 1,
        2 if i == runs / 2 => 5000,
        2 => 0,
        _ => u32::from(shapes::random(n, i) & 3 == 0) * 3,
    };
    Input {
        columns: vec![shapes::words(n, runs), (0..runs).map(length).collect()],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NumPy documentation, numpy.repeat, Examples: rows 1 and 2, once and twice",
        input: || Input {
            columns: vec![vec![1, 2], vec![1, 2]],
        },
        output: || numbered([1, 2, 2]),
    },
    CorpusCase {
        source: "NVIDIA CUB documentation, cub::BlockRunLengthDecode, snippet: the runs of lengths 1, 2, 3, 4, 5, 1",
        input: || Input {
            columns: vec![vec![0, 1, 2, 3, 4, 5], vec![1, 2, 3, 4, 5, 1]],
        },
        output: || numbered([0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5]),
    },
    CorpusCase {
        source: "OEIS A005150, look and say: 312211 is what 111221 is read as",
        input: || Input {
            columns: vec![vec![1, 2, 1], vec![3, 2, 1]],
        },
        output: || numbered([1, 1, 1, 2, 2, 1]),
    },
];
