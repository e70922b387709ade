use super::super::dispatches::{Dispatches, Slot};
use super::super::items::{self, Items};
use super::super::sorts::merge_sort;
use super::super::tiles::{self, Params, Tiling};
use super::super::{compact, shapes};
use std::cmp::Ordering;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Record};
use vyre_conform_runtime::ir::{AtomicOp, Axis, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Values of a digit of eight bits.
const DIGITS: u32 = 256;

/// Input: one word, k; words. Output: a record of word and index for the k largest words, or for all if there are
/// fewer, descending. Among equal words, the one with the lower index is taken first and comes first.
///
/// A radix select (Alabi, Blanchard, Gordon and Steinbach, "Fast k-selection algorithms for graphics processing units",
/// 2012): four passes find the k-th largest word, digit by digit from the highest on, by counting the digits of the
/// words that agree with it so far. The larger words and the first equal ones are kept in order, and sorted.
#[vyre_engine(
    invariants(.., NoDuplicateOutput, OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    order = order,
)]
pub fn top_k(input: &Input, size: u32) -> Plan {
    let words = &input.columns[1];
    let len = words.len() as u32;
    let k = wanted(input);
    let mut d = Dispatches::new(|input, read| {
        let records = read[0].iter().zip(&read[1]).take(wanted(input) as usize);
        records.map(|(word, index)| vec![*word, *index]).collect()
    });
    let words = d.given(words);
    let [largest, indices] = [(); 2].map(|()| d.output(k));
    dispatches(&mut d, size, [len, k], [words, largest, indices]);
    d.finish()
}

/// Number of selected words.
fn wanted(input: &Input) -> u32 {
    input.columns[0][0].min(input.columns[1].len() as u32)
}

/// The dispatches that write the `k` largest of `len` words with their indices; `k` is at most `len`.
pub(crate) fn dispatches(
    d: &mut Dispatches,
    size: u32,
    [len, k]: [u32; 2],
    [words, largest, indices]: [Slot; 3],
) {
    // The known bits of the k-th largest word, and the number of selected words with these bits. If none is selected,
    // no word is larger than this one.
    let mut state = match k {
        0 => d.given(&[u32::MAX, 0]),
        k => d.given(&[0, k]),
    };
    for shift in [24, 16, 8, 0].into_iter().filter(|_| k > 0) {
        let known = !(u32::MAX >> (24 - shift));
        let counts = d.zeros(DIGITS);
        let buffers = [words, state, counts];
        let program = count(size);
        items::dispatch(d, program, (len, size), [shift, known], &buffers, &[]);
        let larger = d.scratch(DIGITS);
        tiles::scan_array(d, size, DIGITS, [counts, larger], false);
        let next = d.scratch(2);
        let buffers = [state, counts, larger, next];
        items::dispatch(d, choose(size), (DIGITS, size), [shift], &buffers, &[]);
        state = next;
    }
    let tiling = Tiling::of(len, size);
    let params = d.given(&tiling.params());
    let iterations = [tiling.iterations()];
    let sums = d.scratch(tiling.groups);
    let program = d.program(tiles::sums("count_equal", size, |k: &mut Kernel| {
        let words = k.read_only("words", Type::U32);
        let state = k.read_only("state", Type::U32);
        let length = k.bind("length", words.len());
        move |i: Expr| is_equal(words.at(i.clone()), state.at(0), i.less(length))
    }));
    d.step(
        program,
        tiling.groups,
        &[params, words, state, sums],
        &iterations,
    );
    let offsets = tiles::scan_sums(d, size, tiling, sums);
    let [flags, complements] = [(); 2].map(|()| d.scratch(len));
    let program = d.program(flag(size));
    let buffers = [params, words, state, offsets, flags, complements];
    d.step(program, tiling.groups, &buffers, &iterations);
    let [kept_indices, kept] = [(); 2].map(|()| d.scratch(len));
    let count = d.scratch(1);
    let buffers = [flags, complements, kept_indices, kept, count];
    compact::dispatches(d, size, len, buffers);
    let sorted = d.scratch(k);
    merge_sort::dispatches(d, size, k, [kept, kept_indices], [sorted, indices]);
    items::dispatch(d, complement(size), (k, size), [], &[sorted, largest], &[]);
}

fn is_equal(word: Expr, to: Expr, inside: Expr) -> Expr {
    (word.equals(to) & inside).cast(Type::U32)
}

/// Counts the digits of the words whose higher bits are the known ones, largest digit first.
fn count(size: u32) -> Program {
    let mut of = Items::<2>::new("count_digits_below", size);
    let words = of.kernel.read_only("words", Type::U32);
    let state = of.kernel.read_only("state", Type::U32);
    let counts = of.kernel.read_write("counts", Type::U32);
    let [shift, known] = of.words;
    of.for_each(|k, i| {
        let word = k.bind("word", words.at(i));
        k.when((word & known).equals(state.at(0)), |k| {
            let digit = (word >> shift) & (DIGITS - 1);
            k.atomic(AtomicOp::Add, counts, Expr::u32(DIGITS - 1) - digit, 1);
        });
    })
}

/// Finds the digit of the k-th largest word: larger digits have too few words, and with this one there are enough.
fn choose(size: u32) -> Program {
    let mut of = Items::<1>::new("choose_digit", size);
    let state = of.kernel.read_only("state", Type::U32);
    let counts = of.kernel.read_only("counts", Type::U32);
    let larger = of.kernel.read_only("larger", Type::U32);
    let next = of.kernel.read_write("next", Type::U32);
    let [shift] = of.words;
    of.for_each(|k, i| {
        let before = k.bind("before", larger.at(i));
        let wanted = k.bind("wanted", state.at(1));
        let is_it = before.less(wanted) & wanted.at_most(before + counts.at(i));
        k.when(is_it, |k| {
            let digit = Expr::u32(DIGITS - 1) - i;
            k.store(next, 0, state.at(0) | (digit << shift));
            k.store(next, 1, wanted - before);
        });
    })
}

/// Flags the selected words, and complements the words, so that ascending order becomes descending.
fn flag(size: u32) -> Program {
    let mut k = Kernel::new("flag_largest", [size, 1, 1]);
    let params = Params::of(&mut k);
    let words = k.read_only("words", Type::U32);
    let state = k.read_only("state", Type::U32);
    let offsets = k.read_only("offsets", Type::U32);
    let flags = k.read_write("flags", Type::U32);
    let complements = k.read_write("complements", Type::U32);
    let [least, equal] = [0, 1].map(|i| k.bind("state", state.at(i)));
    tiles::scan_run(
        &mut k,
        size,
        params.tiles,
        offsets.at(Expr::workgroup_id(Axis::X)),
        |i| is_equal(words.at(i.clone()), least.into(), i.less(params.len)),
        |k, i, before, is_equal| {
            k.when(i.clone().less(params.len), |k| {
                let word = k.bind("word", words.at(i.clone()));
                let taken = word.greater(least) | (is_equal.differs(0) & before.less(equal));
                k.store(flags, i.clone(), taken.cast(Type::U32));
                k.store(complements, i, !word);
            });
        },
    );
    k.finish()
}

fn complement(size: u32) -> Program {
    let mut of = Items::<0>::new("complement", size);
    let source = of.kernel.read_only("source", Type::U32);
    let target = of.kernel.read_write("target", Type::U32);
    of.for_each(|k, i| k.store(target, i, !source.at(i)))
}

/// The first results of a stable sort of the standard library.
fn reference(input: &Input) -> Output {
    let words = (0..).zip(&input.columns[1]);
    let mut records: Output = words.map(|(index, word)| vec![*word, index]).collect();
    records.sort_by_key(|record| std::cmp::Reverse(record[0]));
    records.truncate(input.columns[0][0] as usize);
    records
}

/// Descending, then by index.
fn order(a: &Record, b: &Record) -> Ordering {
    (b[0], a[1]).cmp(&(a[0], b[1]))
}

/// Words of every length and pattern, and of few values; k is a part of their number, 0, 1, or larger than their
/// number.
fn inputs(n: u64) -> Input {
    let most = if n == 7 { 8195 } else { 1500 };
    let len = shapes::length(n).min(most);
    let words = shapes::words(n, len);
    let words = match n % 4 {
        1 => words.iter().map(|word| word & 0x0102_0003).collect(),
        _ => words,
    };
    let k = match n % 8 {
        0 => 0,
        1 | 4 => len / 3,
        2 => len + 1,
        3 => 1,
        5 => len.min(40),
        6 => u32::MAX,
        _ => len.min(700),
    };
    Input {
        columns: vec![vec![k], words],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "TensorFlow documentation, tf.math.top_k, example",
        input: || Input {
            columns: vec![vec![3], vec![1, 2, 98, 1, 1, 99, 3, 1, 3, 96, 4, 1]],
        },
        output: || vec![vec![99, 5], vec![98, 2], vec![96, 9]],
    },
    CorpusCase {
        source: "PyTorch documentation, torch.topk, example",
        input: || Input {
            columns: vec![vec![3], vec![1, 2, 3, 4, 5]],
        },
        output: || vec![vec![5, 4], vec![4, 3], vec![3, 2]],
    },
    CorpusCase {
        source: "Knuth, The Art of Computer Programming, volume 3, section 5.2, the 16 keys of every example: the largest",
        input: || Input {
            columns: vec![
                vec![4],
                vec![
                    503, 87, 512, 61, 908, 170, 897, 275, 653, 426, 154, 509, 612, 677, 765, 703,
                ],
            ],
        },
        output: || vec![vec![908, 4], vec![897, 6], vec![765, 14], vec![703, 15]],
    },
];
