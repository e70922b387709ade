//! Arrays of words: values, keys, flags, segments, sets and columns.

use crate::hash::fmix32;
use vyre_conform_runtime::engine::Input;

/// Elements of arrays that a launch reads or writes a few times: more than the caches of a device hold.
const MOST: u32 = 16 << 20;

/// Elements of arrays whose launches have several more of the same length.
const MANY: u32 = 8 << 20;

/// Elements of arrays whose references sort.
const FEW: u32 = 2 << 20;

/// These columns.
fn of<const N: usize>(columns: [Vec<u32>; N]) -> Input {
    Input {
        columns: columns.into(),
    }
}

/// One word for every index below `len`.
fn each(len: u32, word: impl Fn(u32) -> u32) -> Vec<u32> {
    (0..len).map(word).collect()
}

/// Random words.
fn random(len: u32) -> Vec<u32> {
    each(len, fmix32)
}

/// A column of random words of 25 bits.
pub(super) fn words() -> Input {
    of([each(MOST, |i| i.wrapping_mul(0x9E37_79B9) >> 7)])
}

/// The same words, for sums that exclude their own word.
pub(super) fn words_in_a_way() -> Input {
    let mut input = words();
    input.columns.insert(0, vec![0]);
    input
}

/// The same words, half of them flagged.
pub(super) fn flagged() -> Input {
    let mut input = words();
    let flags = input.columns[0].iter().map(|word| word & 1).collect();
    input.columns.insert(0, flags);
    input
}

/// The same words, and the number of bins.
pub(super) fn words_of_256_bins() -> Input {
    let mut input = words();
    input.columns.push(vec![256]);
    input
}

/// Sorted words, and a needle for every fourth of them.
pub(super) fn sorted_and_needles() -> Input {
    let needles = words().columns[0].iter().step_by(4).copied().collect();
    of([each(MOST, |i| i << 1), needles])
}

/// Words that are not zero.
pub(super) fn few_words() -> Input {
    of([each(FEW, |i| fmix32(i) | 1)])
}

/// Random keys, and one value per key.
pub(super) fn pairs() -> Input {
    of([random(FEW), each(FEW, |i| i)])
}

/// The same, and the lowest bit of a digit.
pub(super) fn pairs_and_a_digit() -> Input {
    of([random(2 * FEW), each(2 * FEW, |i| i), vec![8]])
}

/// Low and high words of keys, and one value per key. Some high words are equal.
pub(super) fn wide_pairs() -> Input {
    let len = FEW / 2;
    of([
        random(len),
        each(len, |i| fmix32(!i) >> 14),
        each(len, |i| i),
    ])
}

/// Values, and two words of a seed.
pub(super) fn values_and_a_seed() -> Input {
    of([each(FEW, |i| i), vec![1, 2]])
}

/// Sums, the ends of segments of up to 31 values, and the values.
pub(super) fn segments() -> Input {
    let lengths = (0..).map(|i| fmix32(i) % 32);
    let ends = lengths.scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    let ends: Vec<u32> = ends.take_while(|end| *end < MANY).collect();
    of([vec![0], ends, random(MANY)])
}

/// Sums, flags of which one in 16 is set, and values.
pub(super) fn heads() -> Input {
    let flags = each(MANY, |i| u32::from(fmix32(!i).is_multiple_of(16)));
    of([vec![0], flags, random(MANY)])
}

/// Flags, half of them set, and values.
pub(super) fn few_flagged() -> Input {
    of([each(MANY, |i| fmix32(!i) & 1), random(MANY)])
}

/// The number of largest words, and words.
pub(super) fn a_thousand_of_words() -> Input {
    of([vec![1000], random(FEW)])
}

/// Runs of equal words, of four on average.
pub(super) fn runs() -> Input {
    let begins = (0..4 * FEW).map(|i| u32::from(fmix32(i).is_multiple_of(4)));
    let numbers = begins.scan(0_u32, |number, begins| {
        *number += begins;
        Some(*number)
    });
    of([numbers.map(fmix32).collect()])
}

/// Two sets, whose common words are a third of the first and half of the second.
pub(super) fn sets() -> Input {
    of([each(2 * FEW, |i| 2 * i), each(2 * FEW, |i| 3 * i)])
}

/// Keys that each occur twice on average, values, and keys to look up, half of which exist.
pub(super) fn insertions_and_lookups() -> Input {
    let key = |i: u32| fmix32(i) % (FEW / 8);
    let wanted = |i: u32| key(i) << (i % 2 * 4);
    of([
        each(FEW / 4, key),
        each(FEW / 4, |i| i),
        each(FEW / 8, wanted),
    ])
}

/// Numbers of every length in bits.
pub(super) fn numbers() -> Input {
    of([each(2 * FEW, number)])
}

/// The number at an index of [`numbers`].
pub(super) fn number(i: u32) -> u32 {
    fmix32(i) >> (fmix32(!i) % 32)
}

/// Words, and the lengths of their runs, of up to 15.
pub(super) fn words_and_lengths() -> Input {
    of([random(FEW / 2), each(FEW / 2, |i| fmix32(!i) % 16)])
}

/// Bits per number of a packed column.
const WIDTH: u32 = 13;

/// A width, and numbers.
pub(super) fn numbers_of_13_bits() -> Input {
    of([vec![WIDTH], random(2 * FEW)])
}

/// A width, the number of numbers, and their packed words.
pub(super) fn packed_13_bits() -> Input {
    let len = 8 * FEW;
    of([vec![WIDTH, len], random((WIDTH * len).div_ceil(32))])
}

/// 4096 pairs of rows of 1024 8-bit integers.
pub(super) fn rows_of_bytes() -> Input {
    let [rows, len] = [4096, 1024];
    let words = rows * len / 4;
    of([vec![rows, len], random(words), each(words, |i| fmix32(!i))])
}

/// Eight pairs of matrices of 512 x 64 8-bit integers.
pub(super) fn matrices_of_bytes() -> Input {
    let [batch, side, inner] = [8, 512, 64];
    let words = batch * side * inner / 4;
    of([
        vec![batch, side, side, inner],
        random(words),
        each(words, |i| fmix32(!i)),
    ])
}
