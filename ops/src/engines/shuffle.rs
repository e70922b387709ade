use super::dispatches::Dispatches;
use super::{numbered, philox_fill, radix_sort, shapes};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Input: the values, and two words, the seed. Output: for every place a record of its number and the value there, in
/// an order that the seed determines. The order is that of the words of Philox4x32-10 with the seed as its key, from
/// counter 0 on, one word per value; values with equal words keep their order.
///
/// A permutation by sorting random keys (Knuth, The Art of Computer Programming 2, section 3.4.2). The words are
/// computed from their numbers, and the sort is that of `radix_sort`. Among `n` values about one pair in 2^32 has equal
/// words; apart from these, all permutations are equally likely.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn shuffle(input: &Input, size: u32) -> Plan {
    let values = &input.columns[0];
    let len = values.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let values = read[1].iter().take(input.columns[0].len());
        numbered(values.copied())
    });
    let values = d.given(values);
    let keys = d.scratch(len);
    let sorted = [(); 2].map(|()| d.output(len));
    let start = [&[0; 4][..], &input.columns[1]].concat();
    philox_fill::dispatches(&mut d, size, &start, len, keys);
    radix_sort::dispatches(&mut d, size, len, [keys, values], sorted);
    d.finish()
}

/// A stable sort of the standard library.
fn reference(input: &Input) -> Output {
    let seed = [input.columns[1][0], input.columns[1][1]];
    let keys = philox_fill::stream(seed, 0);
    let mut pairs: Vec<(u32, u32)> = keys.zip(input.columns[0].iter().copied()).collect();
    pairs.sort_by_key(|(key, _)| *key);
    numbered(pairs.iter().map(|(_, value)| *value))
}

/// Various numbers of values, most of them small, since the sort takes eight passes; seeds of every kind.
fn inputs(n: u64) -> Input {
    let len = match n % 16 {
        7 => 2085,
        _ => shapes::length(n) % 200,
    };
    let seed = [0, 1].map(|place| shapes::random(n, place));
    Input {
        columns: vec![(0..len).collect(), seed.to_vec()],
    }
}

/// The order of published words.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "Random123, tests/kat_vectors, philox4x32 10, zeros: 6627e8d5 e169c58d bc57ac4c 9b00dbd8, by size",
    input: || Input {
        columns: vec![vec![10, 20, 30, 40], vec![0, 0]],
    },
    output: || numbered([10, 40, 30, 20]),
}];
