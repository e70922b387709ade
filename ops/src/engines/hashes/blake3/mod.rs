mod compression;
mod parts;

pub(crate) use parts::{chunks, message, root};

use super::{Message, counting, hashed, input, inputs, little_endian, longest, records};
use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use compression::{Compression, INITIAL, PERMUTATION};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Bytes of a chunk, the leaf of the tree.
pub(crate) const CHUNK: u32 = 1024;

const CHUNK_START: u32 = 1;
const CHUNK_END: u32 = 2;
const PARENT: u32 = 4;
const ROOT: u32 = 8;

/// BLAKE3 of many messages, the first 32 bytes of its output, without a key.
///
/// Input: no key; for every message its end offset; the bytes of all. Output: for every message a record of its number
/// and the eight words of its digest, the first byte the least significant of the first word.
///
/// O'Connor, Aumasson, Neves and Wilcox-O'Hearn,
/// [BLAKE3](https://github.com/BLAKE3-team/BLAKE3-specs/blob/master/blake3.pdf), 2020, section 2. One dispatch computes
/// the chaining value of every chunk. In another one, each message joins neighbouring values until one is left. An odd
/// value moves up unchanged, which makes the tree whose left subtrees are all full.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
)]
pub fn blake3(input: &Input, size: u32) -> Plan {
    let [ends, text] = [1, 2].map(|column| &input.columns[column]);
    let begins = std::iter::once(&0).chain(ends);
    let chunks = begins
        .zip(ends)
        .map(|(from, to)| (to - from).div_ceil(CHUNK).max(1));
    // The first chunk of every message, and the number of chunks; for every chunk its message.
    let (mut firsts, mut owners) = (vec![0], vec![]);
    for (number, chunks) in (0..).zip(chunks) {
        owners.extend((0..chunks).map(|_| number));
        firsts.push(owners.len() as u32);
    }
    let mut d = Dispatches::new(records::<8>);
    let grids = [owners.len(), ends.len()].map(|items| Grid::over(items as u32, size));
    let [chunk_params, tree_params] = grids.map(|grid| d.given(&grid.params()));
    let [ends_slot, text, firsts, owners] =
        [ends, text, &firsts, &owners].map(|words| d.given(words));
    let values = d.scratch(8 * grids[0].items);
    let hashes = d.output(8 * grids[1].items);
    let most = longest(input);
    let blocks = most.clamp(1, CHUNK.into()).div_ceil(64);
    let program = d.program(chunk_values(size));
    let buffers = [chunk_params, ends_slot, text, firsts, owners, values];
    let iterations = [grids[0].iterations(), blocks, 16, 7, 8];
    d.step(program, grids[0].groups, &buffers, &iterations);
    let chunks = most.div_ceil(CHUNK.into()).max(1);
    let levels = u64::from(chunks.next_power_of_two().trailing_zeros());
    let program = d.program(join(size));
    let buffers = [tree_params, firsts, values, hashes];
    let iterations = [grids[1].iterations(), levels, chunks / 2, 16, 7, 8, 8];
    d.step(program, grids[1].groups, &buffers, &iterations);
    d.finish()
}

/// Chaining values of chunks.
fn chunk_values(size: u32) -> Program {
    let mut k = Kernel::new("blake3_chunks", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let ends = k.read_only("ends", Type::U32);
    let text = k.read_only("text", Type::Bytes);
    let firsts = k.read_only("firsts", Type::U32);
    let owners = k.read_only("owners", Type::U32);
    let values = k.read_write("values", Type::U32);
    let params = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, params, |k, number| {
        let owner = k.bind("owner", owners.at(number));
        let first = k.bind("first", firsts.at(owner));
        let index = k.bind("index", number - first);
        let begin = k.bind("begin", ends.at(owner - 1) + index * CHUNK);
        let len = k.bind("len", (ends.at(owner) - begin).min(CHUNK));
        let chunk = Message { text, begin, len };
        let alone = (firsts.at(owner + 1) - first).equals(1);
        let root = k.bind("root", alone.select(ROOT, 0));
        let compression = Compression::declare(k);
        // An empty chunk has an empty block.
        let blocks = k.bind("blocks", ((len + 63) >> 6).max(1));
        k.count("block", 0, blocks, |k, block| {
            let from = k.bind("from", block << 6);
            k.count("j", 0, 16, |k, j| {
                let at = k.bind("at", from + (j << 2));
                let word = chunk.padded_word(k, at);
                k.store_element(compression.block, j, word);
            });
            let start = block.equals(0).select(CHUNK_START, 0);
            let end = (block + 1).equals(blocks).select(root | CHUNK_END, 0);
            let used = (len - from).min(64);
            compression.run(k, index.into(), used, start | end);
        });
        compression.store(k, values, number);
    });
    k.finish()
}

/// The tree over the chaining values of every message.
fn join(size: u32) -> Program {
    let mut k = Kernel::new("blake3_tree", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let firsts = k.read_only("firsts", Type::U32);
    let values = k.read_write("values", Type::U32);
    let hashes = k.read_write("hashes", Type::U32);
    let params = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, params, |k, number| {
        let first = k.bind("first", firsts.at(number));
        let live = k.variable("live", firsts.at(number + 1) - first);
        let compression = Compression::declare(k);
        k.repeat_while(32, live.greater(1), |k| {
            let pairs = k.bind("pairs", live >> 1);
            let root = k.bind("root", live.equals(2).select(ROOT, 0));
            k.count("pair", 0, pairs, |k, pair| {
                let from = k.bind("from", (first + (pair << 1)) << 3);
                k.count("j", 0, 16, |k, j| {
                    k.store_element(compression.block, j, values.at(from + j));
                });
                for (value, word) in compression.value.into_iter().zip(INITIAL) {
                    k.assign(value, word);
                }
                compression.run(k, Expr::u32(0), Expr::u32(64), root | PARENT);
                // An address that this pair or an earlier one has read.
                let place = k.bind("place", first + pair);
                compression.store(k, values, place);
            });
            k.when((live & 1).equals(1), |k| {
                let [from, to] = [live - 1, pairs.into()].map(|at: Expr| (first + at) << 3);
                let [from, to] = [k.bind("from", from), k.bind("to", to)];
                k.count("j", 0, 8, |k, j| {
                    k.store(values, to + j, values.at(from + j))
                });
            });
            k.assign(live, pairs + (live & 1));
        });
        for j in 0..8 {
            k.store(hashes, (number << 3) + j, values.at((first << 3) + j));
        }
    });
    k.finish()
}

/// The paper's definition: a tree whose left part has the largest power of two of chunks that leaves at least one.
fn reference(input: &Input) -> Output {
    hashed(input, |message| subtree(message, 0, ROOT).to_vec())
}

/// The chaining value of the chunks of these bytes; `counter` is the number of the first.
fn subtree(bytes: &[u8], counter: u32, root: u32) -> [u32; 8] {
    let chunks = bytes.len().div_ceil(CHUNK as usize);
    if chunks > 1 {
        let left = 1 << (chunks - 1).ilog2();
        let (low, high) = bytes.split_at(left as usize * CHUNK as usize);
        let values = [subtree(low, counter, 0), subtree(high, counter + left, 0)];
        return compressed(INITIAL, values.concat(), [0, 64, PARENT | root]);
    }
    let blocks: Vec<&[u8]> = match bytes.len() {
        0 => vec![bytes],
        _ => bytes.chunks(64).collect(),
    };
    let mut value = INITIAL;
    for (number, block) in blocks.iter().enumerate() {
        let mut flags = if number == 0 { CHUNK_START } else { 0 };
        if number + 1 == blocks.len() {
            flags |= CHUNK_END | root;
        }
        let mut words = crate::engines::shapes::packed(block);
        words.resize(16, 0);
        value = compressed(value, words, [counter, block.len() as u32, flags]);
    }
    value
}

/// The compression function; the message is permuted after each round.
fn compressed(value: [u32; 8], mut block: Vec<u32>, [counter, len, flags]: [u32; 3]) -> [u32; 8] {
    let mut v = [&value[..], &INITIAL[..4], &[counter, 0, len, flags]].concat();
    for _ in 0..7 {
        let columns = (0..4).map(|i| [i, i + 4, i + 8, i + 12]);
        let diagonals = (0..4).map(|i| [i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12]);
        for ([a, b, c, d], words) in columns.chain(diagonals).zip(block.chunks(2)) {
            for (word, rotations) in words.iter().zip([[16, 12], [8, 7]]) {
                v[a] = v[a].wrapping_add(v[b]).wrapping_add(*word);
                v[d] = (v[d] ^ v[a]).rotate_right(rotations[0]);
                v[c] = v[c].wrapping_add(v[d]);
                v[b] = (v[b] ^ v[c]).rotate_right(rotations[1]);
            }
        }
        block = PERMUTATION.iter().map(|from| block[*from]).collect();
    }
    std::array::from_fn(|i| v[i] ^ v[i + 8])
}

/// Messages with a full or partial last block or chunk; trees of every shape of up to five chunks.
fn generated(n: u64) -> Input {
    inputs(
        n,
        0,
        &[0, 1, 63, 64, 65, 1023, 1024, 1025, 2049, 3073, 4097],
    )
}

/// Digests of inputs that count modulo 251.
fn published(lengths: &[u32]) -> Input {
    let messages: Vec<Vec<u8>> = lengths.iter().map(|len| counting(*len, 251)).collect();
    input(&[], &messages)
}

fn digests(hex: &[&str]) -> Output {
    let digest = |(number, hex): (u32, &&str)| [vec![number], little_endian(hex)].concat();
    (0..).zip(hex).map(digest).collect()
}

/// Published vectors.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "BLAKE3, test_vectors/test_vectors.json, hash, first 32 bytes: lengths 0, 1, 1023, 1024",
        input: || published(&[0, 1, 1023, 1024]),
        output: || {
            digests(&[
                "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
                "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
                "10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11",
                "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7",
            ])
        },
    },
    CorpusCase {
        source: "BLAKE3, test_vectors/test_vectors.json, hash, first 32 bytes: lengths 1025, 2048, 2049, 3073, 5120",
        input: || published(&[1025, 2048, 2049, 3073, 5120]),
        output: || {
            digests(&[
                "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444",
                "e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a",
                "5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030",
                "7124b49501012f81cc7f11ca069ec9226cecb8a2c850cfe644e327d22d3e1cd3",
                "9cadc15fed8b5d854562b26a9536d9707cadeda9b143978f319ab34230535833",
            ])
        },
    },
];
