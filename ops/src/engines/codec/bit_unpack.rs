use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::{numbered, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: two words, a width of at most 32 and the number of numbers, and the words of the packed column. Output: for
/// every number a record of its index and the number.
///
/// The inverse of `bit_pack`: fields of `width` bits, one after another from the lowest bit of the first word up
/// ([Parquet, Encodings](https://parquet.apache.org/docs/file-format/data-pages/encodings/), "Bit-packed"; [Lemire and
/// Boytsov](https://arxiv.org/abs/1209.2137), 2012, section 3). A number spans at most two words.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn bit_unpack(input: &Input, size: u32) -> Plan {
    let [width, len] = [input.columns[0][0], input.columns[0][1]];
    let grid = Grid::over(len, size);
    let mut d = Dispatches::new(|input, read| {
        let len = input.columns[0][1] as usize;
        numbered(read[0].iter().take(len).copied())
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, width]);
    let packed = d.given(&input.columns[1]);
    let numbers = d.output(len);
    let program = d.program(unpack(size));
    let buffers = [params, packed, numbers];
    d.step(program, grid.groups, &buffers, &[grid.iterations()]);
    d.finish()
}

fn unpack(size: u32) -> Program {
    let mut k = Kernel::new("bit_unpack", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let packed = k.read_only("packed", Type::U32);
    let numbers = k.read_write("numbers", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let width = k.bind("width", params.at(3));
    let ones = Expr::u32(u32::MAX) >> (Expr::u32(32) - width);
    let mask = k.bind("mask", width.equals(0).select(0, ones));
    grid::for_each(&mut k, grid, |k, i| {
        let bit = k.bind("bit", i * width);
        let word = k.bind("word", bit >> 5);
        let at = k.bind("at", bit & 31);
        let low = packed.at(word) >> at;
        // A field that begins at the lowest bit ends in the same word; a shift by 32 is a shift by 1 and one by 31.
        let high = (packed.at(word + 1) << 1) << (Expr::u32(31) - at);
        k.store(numbers, i, (low | high) & mask);
    });
    k.finish()
}

/// Bit by bit.
fn reference(input: &Input) -> Output {
    let [width, len] = [input.columns[0][0], input.columns[0][1]];
    let bit = |place: u32| input.columns[1][place as usize / 32] >> (place % 32) & 1;
    let number = |i: u32| (0..width).fold(0, |number, j| number | bit(i * width + j) << j);
    numbered((0..len).map(number))
}

/// Words of every pattern, as many as needed by numbers of every count and widths from 0 to 32.
fn inputs(n: u64) -> Input {
    let (width, len) = (super::width(n), shapes::length(n));
    let words = (width * len).div_ceil(32);
    Input {
        columns: vec![vec![width, len], shapes::words(n, words)],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Parquet, Encodings, Bit-packed: 88 C6 FA are 0 to 7 at width 3",
        input: || Input {
            columns: vec![vec![3, 8], vec![0x00FA_C688]],
        },
        output: || numbered([0, 1, 2, 3, 4, 5, 6, 7]),
    },
    CorpusCase {
        source: "Lemire and Boytsov 2012, section 3: numbers of 32 bits are copied",
        input: || Input {
            columns: vec![vec![32, 3], vec![1, u32::MAX, 0x1234_5678]],
        },
        output: || numbered([1, u32::MAX, 0x1234_5678]),
    },
];
