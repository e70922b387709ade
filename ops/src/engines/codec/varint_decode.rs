use super::byte;
use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::{shapes, text, tiles};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Buffer, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Bytes per invocation.
const PIECE: u32 = 16;

/// Input: one word, the number of bytes, and the bytes, packed. Output: for every number of the unsigned LEB128 stream
/// a record `[0, index, number]`. If one of them does not end or exceeds 32 bits, the output is the single record
/// `[1, offset]` of the start of the first of these.
///
/// [DWARF 5](https://dwarfstd.org/doc/DWARF5.pdf), section 7.6; a number has at most five bytes, whose unused bits are
/// zero (the [WebAssembly specification](https://webassembly.github.io/spec/core/binary/values.html#integers), section
/// 5.2.2). A number begins after each byte without bit 7. One dispatch counts the numbers of every piece, a scan gives
/// every piece its place, and another dispatch writes them.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn varint_decode(input: &Input, size: u32) -> Plan {
    let len = input.columns[0][0];
    let grid = Grid::over(len.div_ceil(PIECE), size);
    let mut d = Dispatches::new(|_, read| match [read[1][0], read[1][1]] {
        [text::NO_ERROR, count] => decoded(read[0].iter().take(count as usize).copied()),
        [offset, _] => vec![vec![1, offset]],
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, len]);
    let bytes = d.given(&input.columns[1]);
    let [counts, places] = [(); 2].map(|()| d.scratch(grid.items));
    let numbers = d.output(len);
    let status = d.output_of(vec![text::NO_ERROR, 0]);
    let iterations = [grid.iterations(), PIECE.into()];
    let program = d.program(count(size));
    d.step(
        program,
        grid.groups,
        &[params, bytes, counts, status],
        &iterations,
    );
    tiles::scan_array(&mut d, size, grid.items, [counts, places], false);
    let program = d.program(write(size));
    let buffers = [params, bytes, places, numbers, status];
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

/// The bytes of a stream.
#[derive(Clone, Copy)]
struct Stream {
    bytes: Buffer,
    len: Var,
}

impl Stream {
    /// For every number that begins in a piece, its offset.
    fn each_of(self, k: &mut Kernel, piece: Var, found: impl FnOnce(&mut Kernel, Var)) {
        k.count("byte", 0, PIECE, |k, j| {
            let at = k.bind("at", piece * PIECE + j);
            let before = k.bind("before", at - 1);
            let begins = at.equals(0) | byte(self.bytes, before).less(0x80);
            k.when(at.less(self.len) & begins, |k| found(k, at));
        });
    }

    /// The number that begins at an offset, and whether it is invalid. Beyond the stream, bytes count as continuation
    /// bytes.
    fn number(self, k: &mut Kernel, at: Var) -> [Var; 2] {
        let bytes = [0, 1, 2, 3, 4].map(|j| {
            let here = k.bind("here", at + j);
            let byte = byte(self.bytes, here);
            k.bind("byte", here.less(self.len).select(byte, 0x80))
        });
        let mut number = bytes[0] & 0x7F;
        let mut goes_on = k.bind("goes_on", bytes[0].at_least(0x80));
        for (j, byte) in (1..).zip(&bytes[1..]) {
            number = number | goes_on.select((*byte & 0x7F) << (7 * j), 0);
            if j < 4 {
                goes_on = k.bind("goes_on", goes_on & byte.at_least(0x80));
            }
        }
        // The fifth byte has four bits and must be the last.
        let is_none = goes_on & bytes[4].greater(0xF);
        [k.bind("number", number), k.bind("is_none", is_none)]
    }
}

fn count(size: u32) -> Program {
    let mut k = Kernel::new("varint_count", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let bytes = k.read_only("bytes", Type::Bytes);
    let counts = k.read_write("counts", Type::U32);
    let status = k.read_write("status", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    let stream = Stream { bytes, len };
    grid::for_each(&mut k, grid, |k, piece| {
        let wrong = k.variable("wrong", text::NO_ERROR);
        let sum = k.variable("sum", 0);
        stream.each_of(k, piece, |k, at| {
            let [_, is_none] = stream.number(k, at);
            k.assign(wrong, is_none.select(wrong.min(at), wrong));
            k.assign(sum, sum + 1);
        });
        k.store(counts, piece, sum);
        k.when(wrong.differs(text::NO_ERROR), |k| {
            k.atomic(AtomicOp::Min, status, 0, wrong);
        });
    });
    k.finish()
}

fn write(size: u32) -> Program {
    let mut k = Kernel::new("varint_write", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let bytes = k.read_only("bytes", Type::Bytes);
    let places = k.read_only("places", Type::U32);
    let numbers = k.read_write("numbers", Type::U32);
    let status = k.read_write("status", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    let stream = Stream { bytes, len };
    grid::for_each(&mut k, grid, |k, piece| {
        let place = k.variable("place", places.at(piece));
        stream.each_of(k, piece, |k, at| {
            let [number, _] = stream.number(k, at);
            k.store(numbers, place, number);
            k.assign(place, place + 1);
        });
        let is_last = (piece + 1).equals(grid[0]);
        k.when(is_last, |k| k.store(status, 1, place));
    });
    k.finish()
}

fn decoded(numbers: impl IntoIterator<Item = u32>) -> Output {
    let numbers = (0..).zip(numbers);
    numbers.map(|(i, number)| vec![0, i, number]).collect()
}

/// Byte by byte, in 64 bits.
fn reference(input: &Input) -> Output {
    let bytes = text::of(input);
    let (mut numbers, mut begin) = (vec![], 0);
    while begin < bytes.len() {
        let (mut number, mut at) = (0_u64, begin);
        loop {
            let Some(byte) = bytes.get(at).filter(|_| at < begin + 5) else {
                return vec![vec![1, begin as u32]];
            };
            number |= u64::from(byte & 0x7F) << (7 * (at - begin));
            at += 1;
            if *byte < 0x80 {
                break;
            }
        }
        let Ok(number) = u32::try_from(number) else {
            return vec![vec![1, begin as u32]];
        };
        numbers.push(number);
        begin = at;
    }
    decoded(numbers)
}

/// Invalid ends of a stream: a number that does not end, one of six bytes, one with bit 32, 33, 34 or 35.
const ENDS: [&[u8]; 6] = [
    &[0x80],
    &[0x80, 0x80, 0x80, 0x80, 0x80, 0],
    &[0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 5],
    &[0x80, 0x80, 0x80, 0x80, 0x20, 5],
    &[0x80, 0x80, 0x80, 0x80, 0x40],
    &[0xFF, 0xFF, 0xFF],
];

/// Streams of every length: numbers of one length each, of all lengths, and with more bytes than needed; some end
/// invalidly, and some are random bytes.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n) as usize;
    let mut bytes = vec![];
    let mut i = 0;
    while bytes.len() < len {
        let random = shapes::random(n, i);
        let bits = match n % 6 {
            5 => [7, 14, 21, 28, 32][i as usize % 5],
            4 => shapes::random(n, !i) % 33,
            class => 7 * class as u32 + 7,
        };
        let mut rest = u64::from(random) & ((1_u64 << bits) - 1);
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        match n % 6 == 4 && i % 9 == 8 && bits <= 21 {
            true => bytes.extend([rest as u8 | 0x80, 0]),
            false => bytes.push(rest as u8),
        }
        i += 1;
    }
    match n % 5 {
        1 => bytes.extend(ENDS[n as usize / 5 % 6]),
        4 if n > 16 => {
            let place = shapes::random(n, 0xDA) as usize % bytes.len();
            bytes[place] = 0xFF;
        }
        3 => {
            let place = bytes.len() / 2;
            let end = ENDS[n as usize / 5 % 6].iter().copied();
            bytes.splice(place..place, end).for_each(drop);
        }
        _ => {}
    }
    text::input(&bytes)
}

/// Published numbers and rejected streams.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "DWARF 5, section 7.6, examples of unsigned LEB128: 2, 127, 128, 129, 12857",
        input: || text::input(&[2, 127, 0x80, 1, 0x81, 1, 57 + 0x80, 100]),
        output: || decoded([2, 127, 128, 129, 12_857]),
    },
    CorpusCase {
        source: "Protocol Buffers, Encoding, Base 128 Varints: 150 is 96 01, and 1 is 01",
        input: || text::input(&[0x96, 0x01, 0x01]),
        output: || decoded([150, 1]),
    },
    CorpusCase {
        source: "WebAssembly specification, section 5.2.2: 0x03 and 0x83 0x00 are encodings of 3",
        input: || text::input(&[0x03, 0x83, 0x00]),
        output: || decoded([3, 3]),
    },
    CorpusCase {
        source: "WebAssembly test suite, binary-leb128.wast: integer representation too long",
        input: || text::input(&[0x82, 0x80, 0x80, 0x80, 0x80, 0x00]),
        output: || vec![vec![1, 0]],
    },
    CorpusCase {
        source: "WebAssembly test suite, binary-leb128.wast: integer too large, unused bits set",
        input: || text::input(&[0x02, 0x82, 0x80, 0x80, 0x80, 0x70]),
        output: || vec![vec![1, 1]],
    },
];
