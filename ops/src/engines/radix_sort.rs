use super::dispatches::{Dispatches, Slot};
use super::{radix_sort_pass, radix_tiles, shapes};
use std::cmp::Ordering;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Record};
use vyre_conform_runtime::vyre_engine;

/// The function that adds the dispatches of a pass: workgroup size, number of pairs, lowest bit of the digit, pairs,
/// sorted pairs.
type Pass = fn(&mut Dispatches, u32, u32, u32, [Slot; 2], [Slot; 2]);

/// Input: keys and one value per key. Output: a record of key and value for every pair, sorted by key; pairs of one key
/// keep their order.
///
/// A least-significant-digit radix sort (Satish, Harris and Garland, "Designing Efficient Sorting Algorithms for
/// Manycore GPUs", 2009, section 4) that alternates between two pairs of arrays: eight passes over digits of four bits,
/// and for more than a thousand pairs six passes over digits of six bits.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = order,
)]
pub fn radix_sort(input: &Input, size: u32) -> Plan {
    let [keys, values] = [&input.columns[0], &input.columns[1]];
    let len = keys.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let pairs = read[0].iter().zip(&read[1]);
        let pairs = pairs.take(input.columns[0].len());
        pairs.map(|(key, value)| vec![*key, *value]).collect()
    });
    let given = [keys, values].map(|column| d.given(column));
    let sorted = [(); 2].map(|()| d.output(len));
    dispatches(&mut d, size, len, given, sorted);
    d.finish()
}

/// The dispatches that sort `len` pairs.
pub(crate) fn dispatches(
    d: &mut Dispatches,
    size: u32,
    len: u32,
    given: [Slot; 2],
    sorted: [Slot; 2],
) {
    let between = [(); 2].map(|()| d.scratch(len));
    let mut from = given;
    // Shorter digits sort few pairs faster, since there are fewer digit values to count.
    let (bits, pass): (u32, Pass) = match radix_tiles::fits(len, size) {
        true => (radix_tiles::BITS, radix_tiles::dispatches),
        false => (radix_sort_pass::BITS, radix_sort_pass::dispatches),
    };
    for number in 0..u32::BITS.div_ceil(bits) {
        // The number of passes is even, so the last one writes the sorted pairs.
        let to = match number % 2 {
            0 => between,
            _ => sorted,
        };
        pass(d, size, len, bits * number, from, to);
        from = to;
    }
}

/// A stable sort of the standard library.
fn reference(input: &Input) -> Output {
    let pairs = input.columns[0].iter().zip(&input.columns[1]);
    let mut records: Output = pairs.map(|(key, value)| vec![*key, *value]).collect();
    records.sort_by_key(|record| record[0]);
    records
}

/// By key, then by value: the values of every input ascend, so an unstable sort would show.
fn order(a: &Record, b: &Record) -> Ordering {
    a.cmp(b)
}

/// Keys of every length and pattern; the values are the positions.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    Input {
        columns: vec![shapes::words(n, len), (0..len).collect()],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 8.3",
        input: || pairs(&[329, 457, 657, 839, 436, 720, 355]),
        output: || {
            sorted(&[
                (329, 0),
                (355, 6),
                (436, 4),
                (457, 1),
                (657, 2),
                (720, 5),
                (839, 3),
            ])
        },
    },
    CorpusCase {
        source: "Knuth, The Art of Computer Programming, volume 3, section 5.2, the 16 keys of every example",
        input: || {
            pairs(&[
                503, 87, 512, 61, 908, 170, 897, 275, 653, 426, 154, 509, 612, 677, 765, 703,
            ])
        },
        output: || {
            sorted(&[
                (61, 3),
                (87, 1),
                (154, 10),
                (170, 5),
                (275, 7),
                (426, 9),
                (503, 0),
                (509, 11),
                (512, 2),
                (612, 12),
                (653, 8),
                (677, 13),
                (703, 15),
                (765, 14),
                (897, 6),
                (908, 4),
            ])
        },
    },
];

fn pairs(keys: &[u32]) -> Input {
    let positions = (0..keys.len() as u32).collect();
    Input {
        columns: vec![keys.to_vec(), positions],
    }
}

fn sorted(pairs: &[(u32, u32)]) -> Output {
    pairs
        .iter()
        .map(|(key, value)| vec![*key, *value])
        .collect()
}
