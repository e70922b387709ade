use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::{numbered, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: words. Output: for every word a record of its index and its difference, modulo 2^32, from the word before it
/// (from 0 for the first). Differences are in zigzag, so that small differences of either sign are small numbers.
///
/// [Parquet, Encodings](https://parquet.apache.org/docs/file-format/data-pages/encodings/), "Delta Encoding", and
/// [Protocol Buffers, Encoding, Signed Integers](https://protobuf.dev/programming-guides/encoding/#signed-ints).
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn delta_encode(input: &Input, size: u32) -> Plan {
    let grid = Grid::over(input.columns[0].len() as u32, size);
    let mut d = Dispatches::new(|input, read| {
        let len = input.columns[0].len();
        numbered(read[0].iter().take(len).copied())
    });
    let params = d.given(&grid.params());
    let words = d.given(&input.columns[0]);
    let deltas = d.output(grid.items);
    let program = d.program(encode(size));
    let buffers = [params, words, deltas];
    d.step(program, grid.groups, &buffers, &[grid.iterations()]);
    d.finish()
}

fn encode(size: u32) -> Program {
    let mut k = Kernel::new("delta_encode", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let words = k.read_only("words", Type::U32);
    let deltas = k.read_write("deltas", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, grid, |k, i| {
        // Before the first word the index wraps out of bounds, where a load returns zero.
        let delta = k.bind("delta", words.at(i) - words.at(i - 1));
        let sign = Expr::u32(0) - (delta >> 31);
        k.store(deltas, i, (delta << 1) ^ sign);
    });
    k.finish()
}

/// By magnitude and sign.
fn reference(input: &Input) -> Output {
    let mut before = 0_u32;
    let deltas = input.columns[0].iter().map(|word| {
        let delta = word.wrapping_sub(before) as i32;
        before = *word;
        let twice = u64::from(delta.unsigned_abs()) * 2;
        (twice - u64::from(delta < 0)) as u32
    });
    numbered(deltas)
}

/// Words of every length and pattern.
fn inputs(n: u64) -> Input {
    Input {
        columns: vec![shapes::words(n, shapes::length(n))],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Parquet, Encodings, Delta Encoding, example 1: 1, 2, 3, 4, 5 are 1 and deltas of 1",
        input: || Input {
            columns: vec![vec![1, 2, 3, 4, 5]],
        },
        output: || numbered([2, 2, 2, 2, 2]),
    },
    CorpusCase {
        source: "Parquet, Encodings, Delta Encoding, example 2: 7, -2, -2, -2, 1, 1, 1, 1",
        input: || Input {
            columns: vec![vec![7, 5, 3, 1, 2, 3, 4, 5]],
        },
        output: || numbered([14, 3, 3, 3, 2, 2, 2, 2]),
    },
    CorpusCase {
        source: "Wikipedia, Delta encoding: 2, 4, 6, 9, 7 are 2, 2, 2, 3, -2",
        input: || Input {
            columns: vec![vec![2, 4, 6, 9, 7]],
        },
        output: || numbered([4, 4, 4, 6, 3]),
    },
];
