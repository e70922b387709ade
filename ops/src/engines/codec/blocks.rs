//! Compressed blocks that do not depend on one another: an invocation a block.
//!
//! Input: the length in bytes of every block; the most bytes that may be made of it; and the blocks, packed, one behind
//! the other. Output: of a block that is well-formed a record `[block, 0, size]` and for every byte
//! `[block, 2, index, byte]`; of any other the one record `[block, 1, code, offset]` of the first thing wrong and where
//! in the block it begins.

use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::shapes;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Program, Type, Var};

/// The block ends where a byte is missing.
pub(super) const TRUNCATED: u32 = 1;
/// Bytes are copied from before the beginning.
pub(super) const TOO_FAR: u32 = 2;
/// More bytes are made than may be.
pub(super) const TOO_LONG: u32 = 3;

/// What is made of a block, or what is wrong and where.
pub(super) type Decoded = Result<Vec<u8>, [u32; 2]>;

/// Blocks and the most bytes of each as an input.
pub(super) fn given(blocks: &[(Vec<u8>, u32)]) -> Input {
    let lengths = blocks.iter().map(|(block, _)| block.len() as u32).collect();
    let most = blocks.iter().map(|(_, most)| *most).collect();
    let bytes: Vec<u8> = blocks.iter().flat_map(|(block, _)| block.clone()).collect();
    Input {
        columns: vec![lengths, most, shapes::packed(&bytes)],
    }
}

/// A block of a test vector.
pub(super) fn one(block: &[u8], most: u32) -> Input {
    given(&[(block.to_vec(), most)])
}

/// The output for every block, by a decoder of one.
pub(super) fn output(input: &Input, decode: impl Fn(&[u8], usize) -> Decoded) -> Output {
    let bytes = shapes::unpacked(&input.columns[2], 4 * input.columns[2].len());
    let mut rest = bytes.as_slice();
    let mut records = vec![];
    let blocks = input.columns[0].iter().zip(&input.columns[1]);
    for (number, (len, most)) in (0..).zip(blocks) {
        let (block, behind) = rest.split_at(*len as usize);
        rest = behind;
        records.extend(of_block(number, decode(block, *most as usize)));
    }
    records
}

/// The records of one block.
pub(super) fn of_block(number: u32, decoded: Decoded) -> Output {
    match decoded {
        Err([code, offset]) => vec![vec![number, 1, code, offset]],
        Ok(bytes) => {
            let size = vec![number, 0, bytes.len() as u32];
            let bytes = (0..).zip(bytes);
            let bytes = bytes.map(|(i, byte)| vec![number, 2, i, byte.into()]);
            [size].into_iter().chain(bytes).collect()
        }
    }
}

/// The plan of a decoder. A round of its loop takes a part of the block, of which a byte has `parts`, makes a byte, or is the
/// last; `inner_trips` are those of the loops in it.
pub(super) fn plan(
    input: &Input,
    size: u32,
    program: Program,
    parts: u64,
    inner_trips: &[u64],
) -> Plan {
    let mut d = Dispatches::new(decode);
    let grid = Grid::over(input.columns[0].len() as u32, size);
    let mut layout = vec![];
    let [mut begin, mut base] = [0_u32; 2];
    let mut rounds = 0_u64;
    for (len, most) in input.columns[0].iter().zip(&input.columns[1]) {
        let end = begin + *len;
        layout.extend([begin, end, base, *most]);
        begin = end;
        base += most.div_ceil(4);
        rounds = rounds.max(parts * u64::from(*len) + u64::from(*most));
    }
    let params = d.given(&grid.params());
    let layout = d.given(&layout);
    let bytes = d.given(&input.columns[2]);
    let target = d.output(base);
    let status = d.output(2 * grid.items);
    let program = d.program(program);
    let buffers = [params, layout, bytes, target, status];
    let trips = [&[grid.trips(), rounds + 1][..], inner_trips].concat();
    d.step(program, grid.groups, &buffers, &trips);
    d.finish()
}

fn decode(input: &Input, read: &[Vec<u32>]) -> Output {
    let mut target = read[0].as_slice();
    let mut records = vec![];
    for ((number, most), status) in (0..).zip(&input.columns[1]).zip(read[1].chunks(2)) {
        let (words, behind) = target.split_at(most.div_ceil(4) as usize);
        target = behind;
        records.extend(of_block(
            number,
            match status {
                [0, size] => Ok(shapes::unpacked(words, *size as usize)),
                status => Err([status[0], status[1]]),
            },
        ));
    }
    records
}

/// A block in a kernel.
#[derive(Clone, Copy)]
pub(super) struct Block {
    bytes: Buffer,
    target: Buffer,
    begin: Var,
    base: Var,
    /// How many bytes it has.
    pub(super) len: Var,
    /// The most bytes that may be made of it.
    pub(super) most: Var,
    /// How many bytes have been read.
    pub(super) at: Var,
    /// How many bytes have been made.
    pub(super) made: Var,
    /// Whether neither the end nor anything wrong has been met.
    pub(super) goes_on: Var,
    code: Var,
    offset: Var,
}

/// A program that does the same for every block.
pub(super) fn each(name: &str, size: u32, body: impl FnOnce(&mut Kernel, Block)) -> Program {
    let mut k = Kernel::new(name, [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let layout = k.read_only("layout", Type::U32);
    let bytes = k.read_only("bytes", Type::Bytes);
    let target = k.read_write("target", Type::U32);
    let status = k.read_write("status", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::each(&mut k, grid, |k, i| {
        let [begin, end, base, most] = [0, 1, 2, 3].map(|j| k.bind("layout", layout.at(i * 4 + j)));
        let block = Block {
            bytes,
            target,
            begin,
            base,
            len: k.bind("len", end - begin),
            most,
            at: k.variable("at", 0),
            made: k.variable("made", 0),
            goes_on: k.variable("goes_on", true),
            code: k.variable("code", 0),
            offset: k.variable("offset", 0),
        };
        body(k, block);
        let is_well = block.code.equals(0);
        k.store(status, i * 2, block.code);
        k.store(status, i * 2 + 1, is_well.select(block.made, block.offset));
    });
    k.finish()
}

impl Block {
    /// A byte of the block; what is behind its end is for the caller not to use.
    pub(super) fn byte(self, k: &mut Kernel, at: impl Into<Expr>) -> Var {
        let at = k.bind("at", self.begin + at);
        k.bind("byte", super::byte(self.bytes, at))
    }

    /// The next 32 bits from bit `bit` on, the lowest of a byte first; those behind the end are for the caller not to use.
    pub(super) fn window(self, k: &mut Kernel, bit: Var) -> Var {
        let bit = k.bind("bit", (self.begin << 3) + bit);
        let word = k.bind("word", bit >> 5);
        let low = self.bytes.at(word) >> (bit & 31);
        // What begins at the lowest bit ends in the same word: the shift by 32 is one by 1 and one by 31.
        let high = (self.bytes.at(word + 1) << 1) << (Expr::u32(31) - (bit & 31));
        k.bind("window", low | high)
    }

    /// The next byte, which is read.
    pub(super) fn take(self, k: &mut Kernel) -> Var {
        let byte = self.byte(k, self.at);
        k.assign(self.at, self.at + 1);
        byte
    }

    /// One more byte is made.
    pub(super) fn make(self, k: &mut Kernel, byte: Var) {
        let word = k.bind("word", self.base + (self.made >> 2));
        let placed = byte << ((self.made & 3) << 3);
        // The target was zero.
        k.store(self.target, word, self.target.at(word) | placed);
        k.assign(self.made, self.made + 1);
    }

    /// One more byte is made, that of this many before.
    pub(super) fn repeat(self, k: &mut Kernel, distance: impl Into<Expr>) {
        let from = k.bind("from", self.made - distance);
        let word = self.target.at(self.base + (from >> 2));
        let byte = k.bind("byte", (word >> ((from & 3) << 3)) & 0xFF);
        self.make(k, byte);
    }

    /// Where the condition is true, this is wrong, unless something was before.
    pub(super) fn refuse(
        self,
        k: &mut Kernel,
        condition: impl Into<Expr>,
        code: u32,
        offset: impl Into<Expr>,
    ) {
        let condition: Expr = condition.into();
        k.when(self.goes_on & condition, |k| {
            k.assign(self.code, code);
            k.assign(self.offset, offset);
            k.assign(self.goes_on, false);
        });
    }
}

/// A generator of numbers for a block of an input.
pub(super) struct Random {
    n: u64,
    place: u32,
}

impl Random {
    pub(super) fn new(n: u64, block: u32) -> Self {
        Self {
            n,
            place: block << 10,
        }
    }

    pub(super) fn below(&mut self, end: u32) -> u32 {
        self.place += 1;
        shapes::random(self.n, self.place) % end
    }

    pub(super) fn of(&mut self, list: &[u32]) -> u32 {
        list[self.below(list.len() as u32) as usize]
    }
}

/// What is wrong with a generated block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    None,
    /// The end is missing.
    Cut,
    /// The first copy is from a distance of 0.
    Nowhere,
    /// The first copy is from one byte before the beginning.
    TooFar,
    /// One byte less may be made.
    TooLong,
    /// Some byte is another one.
    Byte,
}

/// Blocks for input `n`: a few with many elements each, or hundreds with few. Every third is damaged. `make` gives a block and
/// how many bytes are made of it, from a generator, how many elements it shall have, and what the damage is.
pub(super) fn inputs(n: u64, make: impl Fn(&mut Random, u32, Damage) -> (Vec<u8>, u32)) -> Input {
    const DAMAGES: [Damage; 5] = [
        Damage::Cut,
        Damage::Nowhere,
        Damage::TooFar,
        Damage::TooLong,
        Damage::Byte,
    ];
    let count = shapes::length(n);
    let count = if count < 100 { count.min(12) } else { 530 };
    let block = |i: u32| {
        let mut random = Random::new(n, i);
        let damage = match i % 3 {
            2 => DAMAGES[(i / 3 + n as u32) as usize % 5],
            _ => Damage::None,
        };
        let elements = match count {
            530 => 1 + random.below(2),
            _ => 1 + random.below(9),
        };
        let (mut block, mut most) = make(&mut random, elements, damage);
        let last = block.len().saturating_sub(1);
        match damage {
            Damage::Cut => block.truncate(last - random.below(3).min(last as u32) as usize),
            Damage::TooLong => most = most.saturating_sub(1),
            Damage::Byte => {
                block[random.below(last as u32 + 1) as usize] ^= random.below(256) as u8
            }
            _ => most += random.of(&[0, 0, 1, 7]),
        }
        (block, most)
    };
    given(&(0..count).map(block).collect::<Vec<_>>())
}

/// This many well-formed blocks of as many elements each, made as [`inputs`] makes its own.
pub(super) fn many(
    count: u32,
    elements: u32,
    make: impl Fn(&mut Random, u32, Damage) -> (Vec<u8>, u32),
) -> Input {
    let block = |i| make(&mut Random::new(0, i), elements, Damage::None);
    given(&(0..count).map(block).collect::<Vec<_>>())
}
