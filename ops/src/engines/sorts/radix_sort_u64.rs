use super::super::dispatches::Dispatches;
use super::super::items::{self, Items};
use super::super::{radix_sort, shapes};
use std::cmp::Ordering;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Record};
use vyre_conform_runtime::ir::{Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: the low and the high words of 64-bit keys, and one value per key. Output: a record of high word, low word and
/// value for every key, sorted by key; values of one key keep their order.
///
/// A least-significant-word radix sort: the positions are sorted by the low words, then, stably, by the corresponding
/// high words, each as in `radix_sort`.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = order,
)]
pub fn radix_sort_u64(input: &Input, size: u32) -> Plan {
    let [low, high, values] = [0, 1, 2].map(|k| &input.columns[k]);
    let len = low.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let keys = read[0].iter().zip(&read[1]).zip(&read[2]);
        keys.take(input.columns[0].len())
            .map(|((high, low), value)| vec![*high, *low, *value])
            .collect()
    });
    let [low, high, values] = [low, high, values].map(|column| d.given(column));
    let sorted = [(); 3].map(|()| d.output(len));
    let [places, by_low, by_key, sorted_low, high_by_low] = [(); 5].map(|()| d.scratch(len));
    let over = (len, size);
    items::dispatch(&mut d, number(size), over, [], &[places], &[]);
    radix_sort::dispatches(&mut d, size, len, [low, places], [sorted_low, by_low]);
    let buffers = [by_low, high, high_by_low];
    items::dispatch(&mut d, gather(size), over, [], &buffers, &[]);
    let given = [high_by_low, by_low];
    radix_sort::dispatches(&mut d, size, len, given, [sorted[0], by_key]);
    for (column, to) in [(low, sorted[1]), (values, sorted[2])] {
        items::dispatch(&mut d, gather(size), over, [], &[by_key, column, to], &[]);
    }
    d.finish()
}

fn number(size: u32) -> Program {
    let mut of = Items::<0>::new("number", size);
    let places = of.kernel.read_write("places", Type::U32);
    of.for_each(|k, i| k.store(places, i, i))
}

/// The words at these positions.
fn gather(size: u32) -> Program {
    let mut of = Items::<0>::new("gather", size);
    let places = of.kernel.read_only("places", Type::U32);
    let source = of.kernel.read_only("source", Type::U32);
    let target = of.kernel.read_write("target", Type::U32);
    of.for_each(|k, i| k.store(target, i, source.at(places.at(i))))
}

/// A stable sort of the standard library by integers of 64 bits.
fn reference(input: &Input) -> Output {
    let [low, high, values] = [0, 1, 2].map(|k| &input.columns[k]);
    let keys = high
        .iter()
        .zip(low)
        .map(|(high, low)| u64::from(*high) << 32 | u64::from(*low));
    let mut keys: Vec<(u64, u32)> = keys.zip(values.iter().copied()).collect();
    keys.sort_by_key(|(key, _)| *key);
    let record = |(key, value): (u64, u32)| vec![(key >> 32) as u32, key as u32, value];
    keys.into_iter().map(record).collect()
}

/// By key, then by value: the values of every input ascend, so an unstable sort would show.
fn order(a: &Record, b: &Record) -> Ordering {
    a.cmp(b)
}

/// Words of every pattern and of lengths up to 600, with different patterns of low and high words, so that keys differ
/// in either word, in both, and in neither; the values are the positions.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n).min(600);
    let high = shapes::words(n / 3 + 2 * n, len);
    let high = match n % 3 {
        0 => high.iter().map(|word| word & 3).collect(),
        _ => high,
    };
    Input {
        columns: vec![shapes::words(n, len), high, (0..len).collect()],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "OEIS A000045, the Fibonacci numbers of at most 64 bits, the last of which is 12200160415121876738",
        input: || keys(fibonacci().into_iter().rev()),
        output: || {
            let sorted = fibonacci();
            let last = sorted.len() as u32 - 1;
            let places = (0..=last).map(|place| last - place);
            let of = |(key, place): (u64, u32)| vec![(key >> 32) as u32, key as u32, place];
            sorted.into_iter().zip(places).map(of).collect()
        },
    },
    CorpusCase {
        source: "Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, figure 8.3",
        input: || keys([329, 457, 657, 839, 436, 720, 355].into_iter()),
        output: || {
            let sorted = [
                (329, 0),
                (355, 6),
                (436, 4),
                (457, 1),
                (657, 2),
                (720, 5),
                (839, 3),
            ];
            sorted.map(|(key, place)| vec![0, key, place]).to_vec()
        },
    },
];

/// 1, 2, 3, 5, 8, ...
fn fibonacci() -> Vec<u64> {
    let pairs = std::iter::successors(Some((1_u64, 2_u64)), |(a, b)| {
        Some((*b, a.checked_add(*b)?))
    });
    let mut numbers: Vec<u64> = pairs.map(|(a, _)| a).collect();
    numbers.push(12_200_160_415_121_876_738);
    numbers
}

fn keys(keys: impl Iterator<Item = u64>) -> Input {
    let keys: Vec<u64> = keys.collect();
    Input {
        columns: vec![
            keys.iter().map(|key| *key as u32).collect(),
            keys.iter().map(|key| (*key >> 32) as u32).collect(),
            (0..keys.len() as u32).collect(),
        ],
    }
}
