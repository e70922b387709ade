//! Checksums and hashes of many messages at once.
//!
//! | engine | key | words of a hash | published as |
//! |---|---|---|---|
//! | [`crc32`] | | 1 | RFC 1952 |
//! | [`xxh32`] | a word, the seed | 1 | xxHash specification |
//! | [`xxh64`] | two words, the seed | 2, the low one first | xxHash specification |
//! | [`siphash_2_4`] | four words, k0 and k1 | 2, the low one first | Aumasson and Bernstein 2012 |
//! | [`sha256`] | | 8, H0 to H7 | FIPS 180-4 |
//! | [`blake3`] | | 8, the first byte is the least significant of the first word | O'Connor and others 2020 |
//!
//! Input: the key, low words first; for every message its end offset, ascending; the bytes of all messages one after
//! another, packed. A message begins at any byte, where the one before ends. Output: for every message a record of its
//! number and the words of its hash.
//!
//! One invocation hashes a message; in `blake3` one invocation hashes a chunk of 1024 bytes.

pub(crate) mod blake3;
mod crc32;
mod sha256;
mod siphash_2_4;
mod xxh32;
mod xxh64;

pub use blake3::blake3;
pub use crc32::crc32;
pub use sha256::sha256;
pub use siphash_2_4::siphash_2_4;
pub use xxh32::xxh32;
pub use xxh64::xxh64;

use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::shapes;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{BinaryOp, Buffer, Expr, Kernel, Operand, Type, Var};

/// The message of a kernel's invocation, or its part.
#[derive(Clone, Copy)]
struct Message {
    text: Buffer,
    /// Start of the message.
    begin: Var,
    /// Number of bytes.
    len: Var,
}

impl Message {
    /// The four bytes from byte `at` on, the first least significant. After the end they belong to the next message.
    fn word(&self, k: &mut Kernel, at: impl Into<Expr>) -> Var {
        let place = k.bind("place", self.begin + at);
        let shift = k.bind("shift", (place & 3) << 3);
        let low = self.text.at(place >> 2) >> shift;
        // In two steps, since a shift by 32 would not shift at all.
        let high = (self.text.at((place >> 2) + 1) << (Expr::u32(24) - shift)) << 8;
        k.bind("word", low | high)
    }

    /// The same with zeros for bytes after the message.
    fn padded_word(&self, k: &mut Kernel, at: Var) -> Var {
        let word = self.word(k, at);
        let left = k.bind("left", self.len - Expr::from(self.len).min(at));
        let kept = word & ((Expr::u32(1) << (left << 3)) - 1);
        k.bind("word", left.at_least(4).select(word, kept))
    }

    /// Byte `at`.
    fn byte(&self, k: &mut Kernel, at: Var) -> Var {
        let place = k.bind("place", self.begin + at);
        let word = self.text.at(place >> 2);
        k.bind("byte", (word >> ((place & 3) << 3)) & 0xFF)
    }

    /// The eight bytes from byte `at` on.
    fn wide_word(&self, k: &mut Kernel, at: impl Into<Expr>) -> Var {
        let at = k.bind("at", at);
        let low = self.word(k, at);
        let high = self.word(k, at + 4);
        k.bind("wide", wide(low, high))
    }
}

/// A number of 64 bits from its words.
fn wide(low: impl Operand, high: impl Operand) -> Expr {
    low.cast(Type::U64) | high.cast(Type::U64) << 32
}

/// The words of a number of 64 bits.
fn words(wide: impl Operand) -> [Expr; 2] {
    let words = wide.cast(Type::Vec2);
    [words.clone().lane(0), words.lane(1)]
}

fn rotated(value: impl Operand, left: u32) -> Expr {
    value.binary(BinaryOp::RotateLeft, left)
}

/// The plan of one dispatch, one invocation per message; `hash` computes the words of a message's hash from the key and
/// the message. `iterations` has an iteration limit for each of its loops.
fn plan<const N: usize>(
    input: &Input,
    size: u32,
    name: &str,
    iterations: &[u64],
    hash: impl FnOnce(&mut Kernel, Buffer, &Message) -> [Expr; N],
) -> Plan {
    let [key, ends, text] = [0, 1, 2].map(|column| &input.columns[column]);
    let grid = Grid::over(ends.len() as u32, size);
    let mut d = Dispatches::new(records::<N>);
    let buffers = [
        d.given(&grid.params()),
        d.given(key),
        d.given(ends),
        d.given(text),
        d.output(grid.items * N as u32),
    ];
    let mut k = Kernel::new(name, [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let key = k.read_only("key", Type::U32);
    let ends = k.read_only("ends", Type::U32);
    let text = k.read_only("text", Type::Bytes);
    let hashes = k.read_write("hashes", Type::U32);
    let params = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, params, |k, number| {
        // Before message 0 the index wraps out of bounds, where a load returns zero.
        let begin = k.bind("begin", ends.at(number - 1));
        let len = k.bind("len", ends.at(number) - begin);
        let message = Message { text, begin, len };
        let hash = hash(k, key, &message);
        for (j, word) in (0..).zip(hash) {
            k.store(hashes, number * N as u32 + j, word);
        }
    });
    let program = d.program(k.finish());
    let iterations = [&[grid.iterations()], iterations].concat();
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

/// A record of its number and its `N` words for every message.
fn records<const N: usize>(input: &Input, read: &[Vec<u32>]) -> Output {
    let hashes = read[0].chunks(N).take(input.columns[1].len());
    let record = |(number, hash): (u32, &[u32])| [&[number], hash].concat();
    (0..).zip(hashes).map(record).collect()
}

/// The messages of an input.
fn messages(input: &Input) -> Vec<Vec<u8>> {
    let ends = &input.columns[1];
    let all = ends.last().map_or(0, |end| *end as usize);
    let text = shapes::unpacked(&input.columns[2], all);
    let begins = std::iter::once(&0).chain(ends);
    let message = |(from, to): (&u32, &u32)| text[*from as usize..*to as usize].to_vec();
    begins.zip(ends).map(message).collect()
}

/// The length of the longest message of an input.
fn longest(input: &Input) -> u64 {
    let lengths = messages(input).into_iter().map(|message| message.len());
    lengths.max().unwrap_or(0) as u64
}

/// A record of its number and the words of `hash` for every message.
fn hashed(input: &Input, hash: impl Fn(&[u8]) -> Vec<u32>) -> Output {
    let record = |(number, message): (u32, Vec<u8>)| [vec![number], hash(&message)].concat();
    (0..).zip(messages(input)).map(record).collect()
}

/// These messages as an input.
fn input(key: &[u32], messages: &[Vec<u8>]) -> Input {
    let ends = messages.iter().scan(0, |end, message| {
        *end += message.len() as u32;
        Some(*end)
    });
    Input {
        columns: vec![
            key.to_vec(),
            ends.collect(),
            shapes::packed(&messages.concat()),
        ],
    }
}

/// Messages with the boundary lengths of `lengths`. In turn input `n` has no message, an empty one, all of them, the
/// longest, more short ones than two workgroups of 256 take in one iteration, or some of any length. The first `key`
/// random words are the key.
fn inputs(n: u64, key: u32, lengths: &[u32]) -> Input {
    let most = lengths.iter().max().copied().unwrap_or(0);
    let count = match n {
        0 => 0,
        1 | 3 => 1,
        2 => lengths.len() as u32,
        7 => 520,
        _ => 1 + shapes::random(n, 0xC0) % 12,
    };
    let length = |i: u32| match n {
        1 => 0,
        2 => lengths[i as usize],
        3 => most,
        7 => shapes::random(n, i) % 9,
        _ if i.is_multiple_of(2) => shapes::random(n, i) % 80,
        _ => lengths[shapes::random(n, i) as usize % lengths.len()],
    };
    let lengths: Vec<u32> = (0..count).map(length).collect();
    let total: u32 = lengths.iter().sum();
    let bytes = shapes::unpacked(&shapes::words(n, total.div_ceil(4)), total as usize);
    let mut bytes = bytes.into_iter();
    let messages: Vec<Vec<u8>> = lengths
        .iter()
        .map(|len| bytes.by_ref().take(*len as usize).collect())
        .collect();
    let key: Vec<u32> = (0..key).map(|i| shapes::random(n, !i)).collect();
    input(&key, &messages)
}

/// A published digest in hex, as words; the first byte is the least significant.
fn little_endian(hex: &str) -> Vec<u32> {
    let digit = |at: usize| hex.get(2 * at..2 * at + 2).unwrap_or_default();
    let bytes = (0..hex.len() / 2).map(|at| u8::from_str_radix(digit(at), 16).unwrap_or(0));
    shapes::packed(&bytes.collect::<Vec<u8>>())
}

/// The first `len` of the numbers 0, 1, .., each modulo `modulus`.
fn counting(len: u32, modulus: u32) -> Vec<u8> {
    (0..len).map(|i| (i % modulus) as u8).collect()
}
