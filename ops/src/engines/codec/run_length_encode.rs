use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::{shapes, tiles};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: words. Output: for every run of equal words, in order, a record of its index, its word and its length.
///
/// Golomb, ["Run-length encodings"](https://doi.org/10.1109/TIT.1966.1053907), 1966. One dispatch flags the starts of
/// runs, a scan numbers the runs, another dispatch stores the start and the word of each, and a last one subtracts
/// neighbouring starts.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn run_length_encode(input: &Input, size: u32) -> Plan {
    let len = input.columns[0].len() as u32;
    let grid = Grid::over(len, size);
    let mut d = Dispatches::new(|_, read| {
        let runs = read[0].iter().zip(&read[1]).take(read[2][0] as usize);
        let runs = (0..).zip(runs);
        runs.map(|(i, (word, length))| vec![i, *word, *length])
            .collect()
    });
    let params = d.given(&grid.params());
    let words = d.given(&input.columns[0]);
    let [flags, places, begins] = [(); 3].map(|()| d.scratch(len));
    let [kept, lengths] = [(); 2].map(|()| d.output(len));
    let runs = d.output(1);
    d.counts_queue(0, len);
    let iterations = [grid.iterations()];
    let program = d.program(flag(size));
    d.step(program, grid.groups, &[params, words, flags], &iterations);
    tiles::scan_array(&mut d, size, len, [flags, places], false);
    let program = d.program(keep(size));
    let buffers = [params, words, flags, places, begins, kept, runs];
    d.step(program, grid.groups, &buffers, &iterations);
    let program = d.program(measure(size));
    let buffers = [params, begins, runs, lengths];
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

fn flag(size: u32) -> Program {
    let mut k = Kernel::new("flag_runs", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let words = k.read_only("words", Type::U32);
    let flags = k.read_write("flags", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, grid, |k, i| {
        let differs = words.at(i).differs(words.at(i - 1));
        let begins = i.equals(0) | differs;
        k.store(flags, i, begins.cast(Type::U32));
    });
    k.finish()
}

fn keep(size: u32) -> Program {
    let mut k = Kernel::new("keep_runs", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let words = k.read_only("words", Type::U32);
    let flags = k.read_only("flags", Type::U32);
    let places = k.read_only("places", Type::U32);
    let begins = k.read_write("begins", Type::U32);
    let kept = k.read_write("kept", Type::U32);
    let runs = k.read_write("runs", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, grid, |k, i| {
        let place = k.bind("place", places.at(i));
        let flag = k.bind("flag", flags.at(i));
        k.when(flag.differs(0), |k| {
            k.store(begins, place, i);
            k.store(kept, place, words.at(i));
        });
        k.when((i + 1).equals(grid[0]), |k| k.store(runs, 0, place + flag));
    });
    k.finish()
}

fn measure(size: u32) -> Program {
    let mut k = Kernel::new("measure_runs", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let begins = k.read_only("begins", Type::U32);
    let runs = k.read_only("runs", Type::U32);
    let lengths = k.read_write("lengths", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let runs = k.bind("runs", runs.at(0));
    grid::for_each(&mut k, grid, |k, i| {
        k.when(i.less(runs), |k| {
            // The last run ends at the end of the words.
            let is_last = (i + 1).equals(runs);
            let end = is_last.select(grid[0], begins.at(i + 1));
            k.store(lengths, i, end - begins.at(i));
        });
    });
    k.finish()
}

/// Chunks of the standard library.
fn reference(input: &Input) -> Output {
    let runs = (0..).zip(input.columns[0].chunk_by(|a, b| a == b));
    runs.map(|(i, run)| vec![i, run[0], run.len() as u32])
        .collect()
}

/// Words of every length and pattern; some of few values, in runs of a few, some with one run in the middle.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    let words = shapes::words(n, len);
    let word = |i: u32| match n % 4 {
        1 => words[i as usize],
        2 => shapes::random(n, i / 11) & 1,
        3 => words[i.min(len / 3).max(i.saturating_sub(len / 3)) as usize],
        _ => shapes::random(n, i) & 3,
    };
    Input {
        columns: vec![(0..len).map(word).collect()],
    }
}

fn runs(runs: &[(u32, u32)]) -> Output {
    let runs = (0..).zip(runs);
    runs.map(|(i, (word, length))| vec![i, *word, *length])
        .collect()
}

fn letters(text: &str) -> Input {
    Input {
        columns: vec![text.chars().map(u32::from).collect()],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "NVIDIA CUB documentation, cub::DeviceRunLengthEncode::Encode, snippet",
        input: || Input {
            columns: vec![vec![0, 2, 2, 9, 5, 5, 5, 8]],
        },
        output: || runs(&[(0, 1), (2, 2), (9, 1), (5, 3), (8, 1)]),
    },
    CorpusCase {
        source: "Wikipedia, Run-length encoding: 12W1B12W3B24W1B14W",
        input: || letters("WWWWWWWWWWWWBWWWWWWWWWWWWBBBWWWWWWWWWWWWWWWWWWWWWWWWBWWWWWWWWWWWWWW"),
        output: || {
            let [w, b] = ['W', 'B'].map(u32::from);
            runs(&[(w, 12), (b, 1), (w, 12), (b, 3), (w, 24), (b, 1), (w, 14)])
        },
    },
    CorpusCase {
        source: "OEIS A005150, look and say: 111221 is read as 312211",
        input: || Input {
            columns: vec![vec![1, 1, 1, 2, 2, 1]],
        },
        output: || runs(&[(1, 3), (2, 2), (1, 1)]),
    },
];
