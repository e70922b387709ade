use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::{numbered, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, a width of at most 32, and numbers. Output: for every word of the packed column a record of its
/// index and the word. The column consists of the low `width` bits of each number, one after another from the lowest
/// bit of the first word up, padded with zeros.
///
/// [Parquet, Encodings](https://parquet.apache.org/docs/file-format/data-pages/encodings/), "Bit-packed"; [Lemire and
/// Boytsov](https://arxiv.org/abs/1209.2137), 2012, section 3. An invocation assembles a word from the numbers that
/// have bits in it.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn bit_pack(input: &Input, size: u32) -> Plan {
    let width = input.columns[0][0];
    let numbers = input.columns[1].len() as u32;
    let grid = Grid::over((numbers * width).div_ceil(32), size);
    let mut d = Dispatches::new(|input, read| {
        let bits = input.columns[0][0] as usize * input.columns[1].len();
        numbered(read[0].iter().take(bits.div_ceil(32)).copied())
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, width, numbers]);
    let numbers = d.given(&input.columns[1]);
    let packed = d.output(grid.items);
    let program = d.program(pack(size));
    // A word has bits of at most as many numbers as fit into it, and of one more on either side.
    let most = 32_u32.checked_div(width).map_or(0, |fit| fit + 2);
    d.step(
        program,
        grid.groups,
        &[params, numbers, packed],
        &[grid.iterations(), most.into()],
    );
    d.finish()
}

fn pack(size: u32) -> Program {
    let mut k = Kernel::new("bit_pack", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 5);
    let numbers = k.read_only("numbers", Type::U32);
    let packed = k.read_write("packed", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let width = k.bind("width", params.at(3));
    let len = k.bind("len", params.at(4));
    let mask = k.bind("mask", Expr::u32(u32::MAX) >> (Expr::u32(32) - width));
    grid::for_each(&mut k, grid, |k, i| {
        let bit = k.bind("bit", i * 32);
        let word = k.variable("word", 0);
        let end = ((bit + 31) / width + 1).min(len);
        k.count("number", bit / width, end, |k, j| {
            let number = k.bind("number", numbers.at(j) & mask);
            // The first number may begin in the word before.
            let begins = k.bind("begins", j * width);
            let earlier = begins.less(bit);
            let shifted = earlier.select(number >> (bit - begins), number << (begins - bit));
            k.assign(word, word | shifted);
        });
        k.store(packed, i, word);
    });
    k.finish()
}

/// Bit by bit.
fn reference(input: &Input) -> Output {
    let width = input.columns[0][0];
    let numbers = input.columns[1].iter();
    let bits: Vec<u32> = numbers
        .flat_map(|number| (0..width).map(move |bit| number >> bit & 1))
        .collect();
    let words = bits.chunks(32).map(|bits| {
        let bits = (0..).zip(bits);
        bits.fold(0, |word, (place, bit)| word | bit << place)
    });
    numbered(words)
}

/// Numbers of every count and pattern, and widths from 0 to 32.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    Input {
        columns: vec![vec![super::width(n)], shapes::words(n, len)],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Parquet, Encodings, Bit-packed: 0 to 7 at width 3 are 88 C6 FA",
        input: || Input {
            columns: vec![vec![3], vec![0, 1, 2, 3, 4, 5, 6, 7]],
        },
        output: || numbered([0x00FA_C688]),
    },
    CorpusCase {
        source: "Lemire and Boytsov 2012, section 3: numbers of 32 bits are copied",
        input: || Input {
            columns: vec![vec![32], vec![1, u32::MAX, 0x1234_5678]],
        },
        output: || numbered([1, u32::MAX, 0x1234_5678]),
    },
];
