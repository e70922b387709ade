//! Independent compressed blocks, one invocation per block.
//!
//! Input: the length in bytes of every block; its output limit in bytes; and the blocks, packed, one after another.
//! Output: a well-formed block gives a record `[block, 0, size]` and `[block, 2, index, byte]` for every byte. Any
//! other block gives the single record `[block, 1, code, offset]` of its first error and the start of that error in the
//! block.

use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::shapes;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Program, Type, Var};

/// The block ends where a byte is missing.
pub(super) const TRUNCATED: u32 = 1;
/// A copy starts before the beginning.
pub(super) const TOO_FAR: u32 = 2;
/// The output exceeds its limit.
pub(super) const TOO_LONG: u32 = 3;

/// The decoded bytes of a block, or its error and the offset.
pub(super) type Decoded = Result<Vec<u8>, [u32; 2]>;

/// Blocks and their output limits as an input.
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

/// The plan of a decoder. An iteration of its loop reads a part of the block (`parts` per byte), produces a byte, or is
/// the last; `inner_iterations` are those of the loops in it.
pub(super) fn plan(
    input: &Input,
    size: u32,
    program: Program,
    parts: u64,
    inner_iterations: &[u64],
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
    let iterations = [&[grid.iterations(), rounds + 1][..], inner_iterations].concat();
    d.step(program, grid.groups, &buffers, &iterations);
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
    /// Number of bytes.
    pub(super) len: Var,
    /// Output limit in bytes.
    pub(super) most: Var,
    /// Number of bytes read.
    pub(super) at: Var,
    /// Number of bytes produced.
    pub(super) made: Var,
    /// True until the end or an error is reached.
    pub(super) goes_on: Var,
    code: Var,
    offset: Var,
}

/// A program that runs this body for every block.
pub(super) fn for_each(name: &str, size: u32, body: impl FnOnce(&mut Kernel, Block)) -> Program {
    let mut k = Kernel::new(name, [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let layout = k.read_only("layout", Type::U32);
    let bytes = k.read_only("bytes", Type::Bytes);
    let target = k.read_write("target", Type::U32);
    let status = k.read_write("status", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, grid, |k, i| {
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
    /// A byte of the block; the caller must not use bytes after its end.
    pub(super) fn byte(self, k: &mut Kernel, at: impl Into<Expr>) -> Var {
        let at = k.bind("at", self.begin + at);
        k.bind("byte", super::byte(self.bytes, at))
    }

    /// The next 32 bits from bit `bit` on, the lowest of a byte first; the caller must not use bits after the end.
    pub(super) fn window(self, k: &mut Kernel, bit: Var) -> Var {
        let bit = k.bind("bit", (self.begin << 3) + bit);
        let word = k.bind("word", bit >> 5);
        let low = self.bytes.at(word) >> (bit & 31);
        // A field that begins at the lowest bit ends in the same word; a shift by 32 is a shift by 1 and one by 31.
        let high = (self.bytes.at(word + 1) << 1) << (Expr::u32(31) - (bit & 31));
        k.bind("window", low | high)
    }

    /// Reads the next byte.
    pub(super) fn take(self, k: &mut Kernel) -> Var {
        let byte = self.byte(k, self.at);
        k.assign(self.at, self.at + 1);
        byte
    }

    /// Produces a byte.
    pub(super) fn make(self, k: &mut Kernel, byte: Var) {
        let word = k.bind("word", self.base + (self.made >> 2));
        let placed = byte << ((self.made & 3) << 3);
        // The target was zero.
        k.store(self.target, word, self.target.at(word) | placed);
        k.assign(self.made, self.made + 1);
    }

    /// Produces a copy of the byte this many before.
    pub(super) fn repeat(self, k: &mut Kernel, distance: impl Into<Expr>) {
        let from = k.bind("from", self.made - distance);
        let word = self.target.at(self.base + (from >> 2));
        let byte = k.bind("byte", (word >> ((from & 3) << 3)) & 0xFF);
        self.make(k, byte);
    }

    /// Sets this error if the condition is true, unless an earlier one is set.
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

/// Random numbers for a block of an input.
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

/// Faults of a generated block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    None,
    /// The end is missing.
    Cut,
    /// The first copy is from a distance of 0.
    Nowhere,
    /// The first copy is from one byte before the beginning.
    TooFar,
    /// The output limit is one byte too small.
    TooLong,
    /// A random byte is replaced.
    Byte,
}

/// Blocks for input `n`: a few with many elements each, or hundreds with few. Every third has a fault. `make` returns a
/// block and its decoded size, for a random generator, a number of elements, and a fault.
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

/// This many well-formed blocks with this many elements each, generated like those of [`inputs`].
pub(super) fn many(
    count: u32,
    elements: u32,
    make: impl Fn(&mut Random, u32, Damage) -> (Vec<u8>, u32),
) -> Input {
    let block = |i| make(&mut Random::new(0, i), elements, Damage::None);
    given(&(0..count).map(block).collect::<Vec<_>>())
}
