use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::philox_fill::{counted, counter};
use super::{numbered, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{BinaryOp, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: eight words, the four of a counter, lowest first, and the four of a key; and one word, the number of random
/// words. Output: for every random word a record of its number and the word. The words are those of Threefry4x32-20 for
/// the counter, the counter plus one, and so on modulo 2^128.
///
/// A stateless generator without multiplication ([Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as
/// 1, 2, 3"](https://doi.org/10.1145/2063384.2063405), 2011), with a longer period and key than
/// [`threefry_fill`](super::threefry_fill()): an invocation computes the four words of a counter from its number alone.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn threefry4_fill(input: &Input, size: u32) -> Plan {
    let due = words_of(input);
    let grid = Grid::over(due.div_ceil(4), size);
    let mut d = Dispatches::new(|input, read| {
        let due = words_of(input) as usize;
        numbered(read[0].iter().take(due).copied())
    });
    let params = [&grid.params()[..], &[due], &input.columns[0]].concat();
    let params = d.given(&params);
    let words = d.output(due);
    let program = d.program(fill(size));
    d.step(program, grid.groups, &[params, words], &[grid.iterations()]);
    d.finish()
}

/// Number of random words.
fn words_of(input: &Input) -> u32 {
    let words = input.columns.get(1).and_then(|column| column.first());
    *words.expect("column 1 of an input has one word, how many words are made")
}

/// Bits by which the rounds rotate the first and the second word, in turn.
const ROTATIONS: [[u32; 2]; 8] = [
    [10, 26],
    [11, 21],
    [13, 27],
    [23, 5],
    [6, 20],
    [17, 11],
    [25, 10],
    [18, 20],
];

/// The constant that gives the fifth word of a key with the other four.
const PARITY: u32 = 0x1BD1_1BDA;

const ROUNDS: u32 = 20;

fn fill(size: u32) -> Program {
    let mut k = Kernel::new("threefry4_fill", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 12);
    let words = k.read_write("words", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let due = k.bind("due", params.at(3));
    let start = [4, 5, 6, 7].map(|i| k.bind("start", params.at(i)));
    let [a, b, c, d] = [8, 9, 10, 11].map(|i| k.bind("key", params.at(i)));
    let parity = k.bind("parity", a ^ b ^ c ^ d ^ PARITY);
    let keys = [a, b, c, d, parity];
    grid::for_each(&mut k, grid, |k, i| {
        let mut place = 0;
        let x = counter(k, start, i).map(|word| {
            let word = k.variable("word", word + keys[place]);
            place += 1;
            word
        });
        for round in 0..ROUNDS {
            // Every other round exchanges the partners of the words.
            let partners = match round % 2 {
                0 => [x[1], x[3]],
                _ => [x[3], x[1]],
            };
            let rotations = ROTATIONS[round as usize % ROTATIONS.len()];
            for ((sum, other), rotation) in [x[0], x[2]].into_iter().zip(partners).zip(rotations) {
                k.assign(sum, sum + other);
                k.assign(other, other.binary(BinaryOp::RotateLeft, rotation) ^ sum);
            }
            // The key is added after every fourth round.
            let number = (round + 1) / 4;
            if round % 4 == 3 {
                for (at, word) in x.into_iter().enumerate() {
                    k.assign(word, word + keys[(number as usize + at) % 5]);
                }
                k.assign(x[3], x[3] + number);
            }
        }
        for (j, word) in (0..).zip(x) {
            let place = k.bind("place", i * 4 + j);
            k.when(place.less(due), |k| k.store(words, place, word));
        }
    });
    k.finish()
}

/// The rounds as Threefish defines them, a mix of neighbours and a permutation, with a counter of 128 bits.
fn reference(input: &Input) -> Output {
    let [start, due] = [&input.columns[0], &input.columns[1]];
    let (counter, key) = (counted(start), [start[4], start[5], start[6], start[7]]);
    let words = (0..).flat_map(|i| encrypted(key, counter.wrapping_add(i)));
    numbered(words.take(due[0] as usize))
}

fn encrypted(key: [u32; 4], counter: u128) -> [u32; 4] {
    let parity = key.iter().fold(PARITY, |parity, word| parity ^ word);
    let extended = [&key[..], &[parity]].concat();
    let added = |x: [u32; 4], s: usize| {
        let mut sums: [u32; 4] = std::array::from_fn(|i| x[i].wrapping_add(extended[(s + i) % 5]));
        sums[3] = sums[3].wrapping_add(s as u32);
        sums
    };
    let begin = [0, 32, 64, 96].map(|shift| (counter >> shift) as u32);
    let four_rounds = ROTATIONS.chunks(4).cycle().take(ROUNDS as usize / 4);
    (1..)
        .zip(four_rounds)
        .fold(added(begin, 0), |x, (s, rotations)| {
            let mixed = rotations.iter().fold(x, |[a, b, c, d], [first, second]| {
                let sums = [a.wrapping_add(b), c.wrapping_add(d)];
                let b = b.rotate_left(*first) ^ sums[0];
                let d = d.rotate_left(*second) ^ sums[1];
                [sums[0], d, sums[1], b]
            });
            added(mixed, s)
        })
}

/// Every number of words; counters that carry from each word into the next, and beyond the last.
fn inputs(n: u64) -> Input {
    let random = |place: u32| shapes::random(n, place);
    let full = (n % 5) as u32;
    let counter = (0..4).map(|word| match word {
        0 if full > 0 => u32::MAX - random(9) % 8,
        word if word < full => u32::MAX,
        word => random(word),
    });
    Input {
        columns: vec![
            counter.chain((4..8).map(random)).collect(),
            vec![shapes::length(n)],
        ],
    }
}

/// The vectors of Random123.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Random123, tests/kat_vectors, threefry4x32 20: zeros",
        input: || of([0; 8]),
        output: || numbered([0x9C6C_A96A, 0xE17E_AE66, 0xFC10_ECD4, 0x5256_A7D8]),
    },
    CorpusCase {
        source: "Random123, tests/kat_vectors, threefry4x32 20: ones",
        input: || of([u32::MAX; 8]),
        output: || numbered([0x2A88_1696, 0x5701_2287, 0xF6C7_446E, 0xA16A_6732]),
    },
    CorpusCase {
        source: "Random123, tests/kat_vectors, threefry4x32 20: digits of pi",
        input: || {
            of([
                0x243F_6A88,
                0x85A3_08D3,
                0x1319_8A2E,
                0x0370_7344,
                0xA409_3822,
                0x299F_31D0,
                0x082E_FA98,
                0xEC4E_6C89,
            ])
        },
        output: || numbered([0x59CD_1DBB, 0xB887_9579, 0x86B5_D00C, 0xAC8B_6D84]),
    },
];

fn of(start: [u32; 8]) -> Input {
    Input {
        columns: vec![start.to_vec(), vec![4]],
    }
}
