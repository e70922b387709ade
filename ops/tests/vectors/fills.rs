//! Words by their numbers and permutations by words, built from the rounds that give the known answers of Random123.

use super::references::for_each_input;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use vyre_ops::random;

/// A block of Threefry2x32-20.
fn threefry2(counter: [u32; 2], key: [u32; 2]) -> [u32; 2] {
    let rotations = [13, 15, 26, 6, 17, 29, 16, 24];
    let added = |x: [u32; 2], s: u32| {
        let key = random::threefry2x32_key(key, s);
        [0, 1].map(|i| x[i].wrapping_add(key[i]))
    };
    (0..20).fold(added(counter, 0), |x, round| {
        let x = random::threefry2x32_round(x, rotations[round as usize % 8]);
        match round % 4 {
            3 => added(x, round / 4 + 1),
            _ => x,
        }
    })
}

/// A block of Threefry4x32-20. Every round exchanges the second word and the fourth, and the number of rounds is even.
fn threefry4(counter: [u32; 4], key: [u32; 4]) -> [u32; 4] {
    let rotations = [
        [10, 26],
        [11, 21],
        [13, 27],
        [23, 5],
        [6, 20],
        [17, 11],
        [25, 10],
        [18, 20],
    ];
    let added = |x: [u32; 4], s: u32| {
        let key = random::threefry4x32_key(key, s);
        [0, 1, 2, 3].map(|i| x[i].wrapping_add(key[i]))
    };
    (0..20).fold(added(counter, 0), |x, round| {
        let x = random::threefry4x32_round(x, rotations[round as usize % 8]);
        match round % 4 {
            3 => added(x, round / 4 + 1),
            _ => x,
        }
    })
}

/// A block of Philox4x32-10.
fn philox(mut x: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        x = random::philox4x32_round(x, key);
        key = random::philox4x32_bump(key);
    }
    x
}

/// A number of `N` words, lowest first, plus `more`, modulo `2^(32 N)`.
fn counted<const N: usize>(start: &[u32], more: u32) -> [u32; N] {
    let mut carry = more;
    std::array::from_fn(|i| {
        let (sum, wraps) = start[i].overflowing_add(carry);
        carry = wraps.into();
        sum
    })
}

/// The first words of blocks as numbered records.
fn records(words: impl Iterator<Item = u32>, len: u32) -> Vec<Vec<u32>> {
    (0..len).zip(words).map(|(k, word)| vec![k, word]).collect()
}

fn array<const N: usize>(words: &[u32]) -> [u32; N] {
    words.try_into().expect("as many words")
}

/// Oracle: the ops, whose rounds give the known answers, block by block.
#[test]
fn fills_are_made_of_the_rounds() {
    for_each_input("threefry_fill", 100, |columns, output| {
        let (start, key) = columns[0].split_at(2);
        let words = (0..).flat_map(|k| threefry2(counted(start, k), array(key)));
        assert_eq!(output, records(words, columns[1][0]));
    });
    for_each_input("threefry4_fill", 100, |columns, output| {
        let (start, key) = columns[0].split_at(4);
        let words = (0..).flat_map(|k| threefry4(counted(start, k), array(key)));
        assert_eq!(output, records(words, columns[1][0]));
    });
    for_each_input("philox_fill", 100, |columns, output| {
        let (start, key) = columns[0].split_at(4);
        let words = (0..).flat_map(|k| philox(counted(start, k), array(key)));
        assert_eq!(output, records(words, columns[1][0]));
    });
}

/// Oracle: the ops, whose rounds give the known answers, and a heap of their words.
#[test]
fn a_shuffle_takes_values_by_ascending_words() {
    for_each_input("shuffle", 100, |columns, output| {
        let words = (0..).flat_map(|k| philox([k, 0, 0, 0], array(&columns[1])));
        let values = (0..).zip(columns[0].iter().copied());
        let mut heap: BinaryHeap<_> = words
            .zip(values)
            .map(|(word, value): (u32, (u32, u32))| Reverse((word, value)))
            .collect();
        let expected = std::iter::from_fn(|| heap.pop());
        let expected = expected.map(|Reverse((_, (_, value)))| value);
        assert_eq!(output, records(expected, columns[0].len() as u32));
    });
}
