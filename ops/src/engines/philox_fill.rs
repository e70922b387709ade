use super::dispatches::{Dispatches, Slot};
use super::grid::{self, Grid};
use super::{numbered, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{BinaryOp, Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Input: six words, the four of a counter, lowest first, and the two of a key; and one word, the number of random
/// words. Output: for every random word a record of its number and the word. The words are those of Philox4x32-10 for
/// the counter, the counter plus one, and so on modulo 2^128.
///
/// A stateless generator (Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", 2011): an
/// invocation computes the four words of a counter from its number alone.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn philox_fill(input: &Input, size: u32) -> Plan {
    let due = input.columns[1][0];
    let mut d = Dispatches::new(|input, read| {
        let due = input.columns[1][0] as usize;
        numbered(read[0].iter().take(due).copied())
    });
    let words = d.output(due);
    dispatches(&mut d, size, &input.columns[0], due, words);
    d.finish()
}

/// The dispatch that writes the first `due` words for a counter and a key.
pub(super) fn dispatches(d: &mut Dispatches, size: u32, start: &[u32], due: u32, words: Slot) {
    let grid = Grid::over(due.div_ceil(4), size);
    let params = d.given(&[&grid.params()[..], &[due], start].concat());
    let program = d.program(fill(size));
    d.step(
        program,
        grid.groups,
        &[params, words],
        &[grid.iterations(), ROUNDS.into()],
    );
}

const ROUNDS: u32 = 10;

fn fill(size: u32) -> Program {
    let mut k = Kernel::new("philox_fill", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 10);
    let words = k.read_write("words", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let due = k.bind("due", params.at(3));
    let start = [4, 5, 6, 7].map(|i| k.bind("start", params.at(i)));
    let key = [8, 9].map(|i| k.bind("key", params.at(i)));
    grid::for_each(&mut k, grid, |k, i| {
        let [a, b, c, d] = counter(k, start, i).map(|word| k.variable("word", word));
        let [first, second] = key.map(|word| k.variable("round_key", word));
        k.count("round", 0, ROUNDS, |k, _| {
            let [low_a, low_c] = [a * 0xD251_1F53, c * 0xCD9E_8D57].map(|low| k.bind("low", low));
            let next_a = k.bind("next_a", high(c, 0xCD9E_8D57) ^ b ^ first);
            let next_c = k.bind("next_c", high(a, 0xD251_1F53) ^ d ^ second);
            k.assign(a, next_a);
            k.assign(b, low_c);
            k.assign(c, next_c);
            k.assign(d, low_a);
            k.assign(first, first + 0x9E37_79B9);
            k.assign(second, second + 0xBB67_AE85);
        });
        for (j, word) in (0..).zip([a, b, c, d]) {
            let place = k.bind("place", i * 4 + j);
            k.when(place.less(due), |k| k.store(words, place, word));
        }
    });
    k.finish()
}

/// The high half of a product.
fn high(word: Var, by: u32) -> Expr {
    word.binary(BinaryOp::MulHigh, by)
}

/// A counter of four words plus a number, with carries.
pub(super) fn counter(k: &mut Kernel, start: [Var; 4], number: Var) -> [Expr; 4] {
    let mut carry = number;
    start.map(|word| {
        let sum = k.bind("sum", word + carry);
        carry = k.bind("carry", sum.less(carry).cast(Type::U32));
        sum.into()
    })
}

/// Counters of 128 bits and products of 64, by the definition.
fn reference(input: &Input) -> Output {
    let [start, due] = [&input.columns[0], &input.columns[1]];
    let words = stream([start[4], start[5]], counted(start)).take(due[0] as usize);
    numbered(words)
}

/// The counter that an input begins with.
pub(super) fn counted(start: &[u32]) -> u128 {
    let words = start[..4].iter().rev();
    words.fold(0, |sum, word| sum << 32 | u128::from(*word))
}

/// The words for a counter and all after it.
pub(super) fn stream(key: [u32; 2], counter: u128) -> impl Iterator<Item = u32> {
    (0..).flat_map(move |i| {
        let counter = counter.wrapping_add(i);
        let mut x = [0, 32, 64, 96].map(|shift| (counter >> shift) as u32);
        for round in 0..ROUNDS {
            let first = u64::from(x[0]) * 0xD251_1F53;
            let second = u64::from(x[2]) * 0xCD9E_8D57;
            let [k0, k1] = [
                key[0].wrapping_add(round.wrapping_mul(0x9E37_79B9)),
                key[1].wrapping_add(round.wrapping_mul(0xBB67_AE85)),
            ];
            x = [
                (second >> 32) as u32 ^ x[1] ^ k0,
                second as u32,
                (first >> 32) as u32 ^ x[3] ^ k1,
                first as u32,
            ];
        }
        x
    })
}

/// Every number of words; counters that carry over one word, over two, over all.
fn inputs(n: u64) -> Input {
    let random = |place: u32| shapes::random(n, place);
    let near = u32::MAX - random(9) % 8;
    let counter = match n % 4 {
        0 => [0, 1, 2, 3].map(random),
        1 => [near, random(1), random(2), random(3)],
        2 => [near, u32::MAX, random(2), random(3)],
        _ => [near, u32::MAX, u32::MAX, u32::MAX],
    };
    Input {
        columns: vec![
            [&counter[..], &[random(4), random(5)]].concat(),
            vec![shapes::length(n)],
        ],
    }
}

/// The vectors of Random123.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Random123, tests/kat_vectors, philox4x32 10: zeros",
        input: || of([0; 4], [0; 2]),
        output: || due([0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]),
    },
    CorpusCase {
        source: "Random123, tests/kat_vectors, philox4x32 10: ones",
        input: || of([u32::MAX; 4], [u32::MAX; 2]),
        output: || due([0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]),
    },
    CorpusCase {
        source: "Random123, tests/kat_vectors, philox4x32 10: digits of pi",
        input: || {
            let counter = [0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344];
            of(counter, [0xA409_3822, 0x299F_31D0])
        },
        output: || due([0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1]),
    },
];

fn of(counter: [u32; 4], key: [u32; 2]) -> Input {
    Input {
        columns: vec![[&counter[..], &key].concat(), vec![4]],
    }
}

fn due(words: [u32; 4]) -> Output {
    numbered(words)
}
