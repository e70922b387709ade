use super::dispatches::Dispatches;
use super::grid::{self, Grid};
use super::{numbered, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{BinaryOp, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: four words, the two of a counter, lower first, and the two of a key; and one word, the number of random
/// words. Output: for every random word a record of its number and the word. The words are those of Threefry2x32-20 for
/// the counter, the counter plus one, and so on modulo 2^64.
///
/// A stateless generator without multiplication (Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1,
/// 2, 3", 2011): an invocation computes the two words of a counter from its number alone.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn threefry_fill(input: &Input, size: u32) -> Plan {
    let due = input.columns[1][0];
    let grid = Grid::over(due.div_ceil(2), size);
    let mut d = Dispatches::new(|input, read| {
        let due = input.columns[1][0] as usize;
        numbered(read[0].iter().take(due).copied())
    });
    let params = [&grid.params()[..], &[due], &input.columns[0]].concat();
    let params = d.given(&params);
    let words = d.output(due);
    let program = d.program(fill(size));
    d.step(program, grid.groups, &[params, words], &[grid.iterations()]);
    d.finish()
}

/// Bits by which the rounds rotate, in turn.
const ROTATIONS: [u32; 8] = [13, 15, 26, 6, 17, 29, 16, 24];

/// The constant that gives the third word of a key with the other two.
const PARITY: u32 = 0x1BD1_1BDA;

const ROUNDS: u32 = 20;

fn fill(size: u32) -> Program {
    let mut k = Kernel::new("threefry_fill", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 8);
    let words = k.read_write("words", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let due = k.bind("due", params.at(3));
    let [low, high] = [4, 5].map(|i| k.bind("start", params.at(i)));
    let [first, second] = [6, 7].map(|i| k.bind("key", params.at(i)));
    let parity = k.bind("parity", first ^ second ^ PARITY);
    let keys = [first, second, parity];
    grid::for_each(&mut k, grid, |k, i| {
        let counter = k.bind("counter", low + i);
        let carry = counter.less(i).cast(Type::U32);
        let a = k.variable("a", counter + first);
        let b = k.variable("b", high + carry + second);
        for round in 0..ROUNDS {
            k.assign(a, a + b);
            let rotation = ROTATIONS[round as usize % ROTATIONS.len()];
            k.assign(b, b.binary(BinaryOp::RotateLeft, rotation) ^ a);
            // The key is added after every fourth round.
            let number = (round + 1) / 4;
            if round % 4 == 3 {
                k.assign(a, a + keys[number as usize % 3]);
                k.assign(b, b + keys[(number as usize + 1) % 3] + number);
            }
        }
        for (j, word) in (0..).zip([a, b]) {
            let place = k.bind("place", i * 2 + j);
            k.when(place.less(due), |k| k.store(words, place, word));
        }
    });
    k.finish()
}

/// The rounds as Threefish defines them, from a table of round keys, with a counter of 64 bits.
fn reference(input: &Input) -> Output {
    let [start, due] = [&input.columns[0], &input.columns[1]];
    let counter = u64::from(start[1]) << 32 | u64::from(start[0]);
    let words = (0..).flat_map(|i| encrypted([start[2], start[3]], counter.wrapping_add(i)));
    numbered(words.take(due[0] as usize))
}

fn encrypted(key: [u32; 2], counter: u64) -> [u32; 2] {
    let extended = [key[0], key[1], PARITY ^ key[0] ^ key[1]];
    let added = |x: [u32; 2], s: usize| {
        let second = extended[(s + 1) % 3].wrapping_add(s as u32);
        [
            x[0].wrapping_add(extended[s % 3]),
            x[1].wrapping_add(second),
        ]
    };
    let four_rounds = ROTATIONS.chunks(4).cycle().take(ROUNDS as usize / 4);
    let begin = added([counter as u32, (counter >> 32) as u32], 0);
    (1..).zip(four_rounds).fold(begin, |x, (s, rotations)| {
        let mixed = rotations.iter().fold(x, |[a, b], rotation| {
            let sum = a.wrapping_add(b);
            [sum, b.rotate_left(*rotation) ^ sum]
        });
        added(mixed, s)
    })
}

/// Every number of words; counters that carry from one word into the other, and beyond it.
fn inputs(n: u64) -> Input {
    let random = |place: u32| shapes::random(n, place);
    let near = u32::MAX - random(9) % 8;
    let counter = match n % 3 {
        0 => [random(0), random(1)],
        1 => [near, random(1)],
        _ => [near, u32::MAX],
    };
    Input {
        columns: vec![
            [&counter[..], &[random(2), random(3)]].concat(),
            vec![shapes::length(n)],
        ],
    }
}

/// The vectors of Random123.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Random123, tests/kat_vectors, threefry2x32 20: zeros",
        input: || of([0; 4]),
        output: || numbered([0x6B20_0159, 0x99BA_4EFE]),
    },
    CorpusCase {
        source: "Random123, tests/kat_vectors, threefry2x32 20: ones",
        input: || of([u32::MAX; 4]),
        output: || numbered([0x1CB9_96FC, 0xBB00_2BE7]),
    },
    CorpusCase {
        source: "Random123, tests/kat_vectors, threefry2x32 20: digits of pi",
        input: || of([0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344]),
        output: || numbered([0xC492_3A9C, 0x483D_F7A0]),
    },
];

fn of(start: [u32; 4]) -> Input {
    Input {
        columns: vec![start.to_vec(), vec![2]],
    }
}
