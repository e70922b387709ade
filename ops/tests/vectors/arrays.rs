//! Sums, filters, counts, searches and tables of arrays, by other algorithms than the references use.

use super::references::{column, for_each_input};
use std::collections::HashMap;

const INPUTS: u64 = 100;

/// Exclusive prefix sums by Blelloch's sweeps up and down a tree (Prefix Sums and Their Applications, 1990, figure 2).
fn swept(words: &[u32]) -> Vec<u32> {
    let mut tree = words.to_vec();
    tree.resize(words.len().next_power_of_two(), 0);
    let len = tree.len();
    let strides = std::iter::successors(Some(1), |d| Some(2 * d)).take_while(|d| *d < len);
    let strides: Vec<usize> = strides.collect();
    for d in &strides {
        for right in (2 * d - 1..tree.len()).step_by(2 * d) {
            tree[right] = tree[right].wrapping_add(tree[right - d]);
        }
    }
    let last = tree.len() - 1;
    tree[last] = 0;
    for d in strides.iter().rev() {
        for right in (2 * d - 1..tree.len()).step_by(2 * d) {
            let sum = tree[right].wrapping_add(tree[right - d]);
            tree[right - d] = tree[right];
            tree[right] = sum;
        }
    }
    tree.truncate(words.len());
    tree
}

/// Oracle: sweeps of a tree, and a sum of 64 bits.
#[test]
fn prefix_sums_agree_with_tree_sweeps() {
    for_each_input("scan_exclusive", INPUTS, |columns, output| {
        assert_eq!(column(&output), swept(&columns[0]));
    });
    for_each_input("scan_inclusive", INPUTS, |columns, output| {
        let pairs = swept(&columns[0]).into_iter().zip(&columns[0]);
        let sums = pairs.map(|(before, word)| before.wrapping_add(*word));
        assert!(sums.eq(column(&output)));
    });
    for_each_input("scan_single_pass", INPUTS, |columns, output| {
        let with = columns[0][0] != 0;
        let pairs = swept(&columns[1]).into_iter().zip(&columns[1]);
        let own = |word: u32| if with { word } else { 0 };
        let sums = pairs.map(|(before, word)| before.wrapping_add(own(*word)));
        assert!(sums.eq(column(&output)));
    });
    for_each_input("reduce", INPUTS, |columns, output| {
        let sum: u64 = columns[0].iter().map(|word| u64::from(*word)).sum();
        assert_eq!(output, [[sum as u32]]);
    });
}

/// Oracle: a stable sort that moves the kept words to the front.
#[test]
fn kept_words_move_to_the_front_in_order() {
    for_each_input("compact", INPUTS, |columns, output| {
        let mut places: Vec<usize> = (0..columns[0].len()).collect();
        places.sort_by_key(|place| columns[0][*place] == 0);
        let kept = columns[0].iter().filter(|flag| **flag != 0).count();
        let records = places[..kept].iter();
        let records = records.map(|place| vec![*place as u32, columns[1][*place]]);
        assert!(records.eq(output));
    });
}

/// Oracle: the lengths of runs of the sorted remainders.
#[test]
fn counts_are_lengths_of_runs() {
    for_each_input("histogram", INPUTS, |columns, output| {
        let bins = columns[1][0];
        let mut fallen: Vec<u32> = columns[0].iter().map(|word| word % bins).collect();
        fallen.sort_unstable();
        let mut counts = vec![0; bins as usize];
        for run in fallen.chunk_by(|a, b| a == b) {
            counts[run[0] as usize] = run.len() as u32;
        }
        assert_eq!(column(&output), counts);
    });
}

/// Oracle: the words and the needles merged, each needle before the words that are not less than it.
#[test]
fn needles_are_merged_into_the_words() {
    for_each_input("lower_bound", INPUTS, |columns, output| {
        let words = columns[0].iter().map(|word| (*word, 1, 0));
        let needles = (0..).zip(&columns[1]).map(|(k, needle)| (*needle, 0, k));
        let mut all: Vec<(u32, u32, usize)> = words.chain(needles).collect();
        all.sort_unstable();
        let (mut less, mut places) = (0, vec![0; columns[1].len()]);
        for (_, is_word, needle) in all {
            match is_word {
                1 => less += 1,
                _ => places[needle] = less,
            }
        }
        assert_eq!(column(&output), places);
    });
}

/// Oracle: a hashed map of the standard library.
#[test]
fn sums_by_key_agree_with_a_hash_map() {
    for_each_input("hash_table", INPUTS, |columns, output| {
        let mut sums = HashMap::<u32, u32>::new();
        for (key, value) in columns[0].iter().zip(&columns[1]) {
            let sum = sums.entry(*key).or_default();
            *sum = sum.wrapping_add(*value);
        }
        let (contents, lookups) = output.split_at(sums.len());
        assert!(contents.is_sorted_by(|a, b| a[1] < b[1]));
        assert!(contents.iter().all(|r| r[0] == 0 && sums[&r[1]] == r[2]));
        assert_eq!(lookups.len(), columns[2].len());
        for ((number, key), record) in (0..).zip(&columns[2]).zip(lookups) {
            let expected = match sums.get(key) {
                Some(sum) => [1, number, 1, *sum],
                None => [1, number, 0, 0],
            };
            assert_eq!(*record, expected);
        }
    });
}

/// Oracle: Harris, Sengupta and Owens, GPU Gems 3, section 39.1.
#[test]
fn the_published_sweeps() {
    let words = [3, 1, 7, 0, 4, 1, 6, 3];
    assert_eq!(swept(&words), [0, 3, 4, 11, 11, 15, 16, 22]);
    assert_eq!(swept(&words[..5]), [0, 3, 4, 11, 11]);
    assert!(swept(&[]).is_empty());
}
