use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::{shapes, tiles};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: numbers. Output: for every byte of their unsigned LEB128, one after another, a record of its index and the
/// byte.
///
/// [DWARF 5](https://dwarfstd.org/doc/DWARF5.pdf), section 7.6. One dispatch finds the length of every number, a scan
/// gives it its place, and another dispatch stores its bytes there. Numbers share words, so an atomic or combines their
/// bytes.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn varint_encode(input: &Input, size: u32) -> Plan {
    let numbers = &input.columns[0];
    let grid = Grid::over(numbers.len() as u32, size);
    let bytes = numbers.iter().map(|number| length(*number)).sum::<u32>();
    let mut d = Dispatches::new(|_, read| {
        let bytes = shapes::unpacked(&read[0], read[1][0] as usize);
        super::characters(&bytes)
    });
    let params = d.given(&grid.params());
    let numbers = d.given(numbers);
    let [lengths, places] = [(); 2].map(|()| d.scratch(grid.items));
    let text = d.output(bytes.div_ceil(4));
    let total = d.output(1);
    let iterations = [grid.iterations()];
    let program = d.program(measure(size));
    d.step(
        program,
        grid.groups,
        &[params, numbers, lengths],
        &iterations,
    );
    tiles::scan_array(&mut d, size, grid.items, [lengths, places], false);
    let program = d.program(write(size));
    let buffers = [params, numbers, lengths, places, text, total];
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

/// Number of bytes of a number: seven bits per byte.
fn length(number: u32) -> u32 {
    (32 - number.leading_zeros()).div_ceil(7).max(1)
}

fn measure(size: u32) -> Program {
    let mut k = Kernel::new("varint_measure", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let numbers = k.read_only("numbers", Type::U32);
    let lengths = k.read_write("lengths", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, grid, |k, i| {
        let number = k.bind("number", numbers.at(i));
        let more = [7, 14, 21, 28].map(|bits| number.at_least(1_u32 << bits).cast(Type::U32));
        let length = more.into_iter().reduce(|a, b| a + b);
        k.store(lengths, i, length.unwrap_or(Expr::u32(0)) + 1);
    });
    k.finish()
}

fn write(size: u32) -> Program {
    let mut k = Kernel::new("varint_place", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let numbers = k.read_only("numbers", Type::U32);
    let lengths = k.read_only("lengths", Type::U32);
    let places = k.read_only("places", Type::U32);
    let text = k.read_write("text", Type::U32);
    let total = k.read_write("total", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, grid, |k, i| {
        let number = k.bind("number", numbers.at(i));
        let place = k.bind("place", places.at(i));
        // The first four bytes; the fifth has the upper four bits.
        let four = (0..4_u32).map(|j| {
            let goes_on = number.at_least(1_u32 << (7 * j + 7)).select(0x80, 0);
            ((number >> (7 * j)) & 0x7F | goes_on) << (8 * j)
        });
        let four = four.reduce(|a, b| a | b);
        let four = k.bind("four", four.unwrap_or(Expr::u32(0)));
        let shift = k.bind("shift", (place & 3) << 3);
        let word = k.bind("word", place >> 2);
        k.atomic(AtomicOp::Or, text, word, four << shift);
        // Bits shifted out belong to the next word.
        let out = (four >> 1) >> (Expr::u32(31) - shift);
        let next = k.bind("next", out | (number >> 28) << shift);
        k.when(next.differs(0), |k| {
            k.atomic(AtomicOp::Or, text, word + 1, next);
        });
        k.when((i + 1).equals(grid[0]), |k| {
            k.store(total, 0, place + lengths.at(i));
        });
    });
    k.finish()
}

/// Byte by byte.
fn reference(input: &Input) -> Output {
    let mut bytes = vec![];
    for number in &input.columns[0] {
        let mut rest = *number;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    super::characters(&bytes)
}

/// Numbers of every count and pattern, a third of the counts; in turn unchanged, below 2^14, and of every length.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n).div_ceil(3);
    let cut = |(i, word): (u32, u32)| match n % 3 {
        0 => word,
        1 => word >> (shapes::random(n, i) % 32),
        _ => word & 0x3FFF,
    };
    let words = (0..).zip(shapes::words(n, len));
    Input {
        columns: vec![words.map(cut).collect()],
    }
}

/// Published numbers.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "DWARF 5, section 7.6, examples of unsigned LEB128: 2, 127, 128, 129, 12857",
        input: || Input {
            columns: vec![vec![2, 127, 128, 129, 12_857]],
        },
        output: || super::characters(&[2, 127, 0x80, 1, 0x81, 1, 57 + 0x80, 100]),
    },
    CorpusCase {
        source: "Protocol Buffers, Encoding, Base 128 Varints: 150 is 96 01",
        input: || Input {
            columns: vec![vec![150]],
        },
        output: || super::characters(&[0x96, 0x01]),
    },
    CorpusCase {
        source: "Go, encoding/binary, example of PutUvarint: 1, 2, 127, 128, 255, 256",
        input: || Input {
            columns: vec![vec![1, 2, 127, 128, 255, 256]],
        },
        output: || super::characters(&[1, 2, 0x7F, 0x80, 1, 0xFF, 1, 0x80, 2]),
    },
];
