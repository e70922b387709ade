//! Sorts, selections, segments and sets, compared with trees, heaps and tables of the standard library.

use super::references::{column, for_each_input};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashSet};

const INPUTS: u64 = 200;

/// Values by key; those with one key keep their order.
fn multimap<K: Ord>(keys: impl Iterator<Item = K>, values: &[u32]) -> Vec<(K, u32)> {
    let mut map = BTreeMap::<(K, usize), u32>::new();
    for (place, (key, value)) in keys.zip(values).enumerate() {
        map.insert((key, place), *value);
    }
    map.into_iter()
        .map(|((key, _), value)| (key, value))
        .collect()
}

/// Oracle: a tree of the standard library.
#[test]
fn sorts_are_stable() {
    for_each_input("merge_sort", INPUTS, |columns, output| {
        let sorted = multimap(columns[0].iter().copied(), &columns[1]);
        assert!(
            sorted
                .iter()
                .map(|(key, value)| vec![*key, *value])
                .eq(output)
        );
    });
    for_each_input("radix_sort_u64", INPUTS, |columns, output| {
        let keys = columns[1].iter().copied().zip(columns[0].iter().copied());
        let sorted = multimap(keys, &columns[2]);
        let sorted = sorted
            .iter()
            .map(|((high, low), value)| vec![*high, *low, *value]);
        assert!(sorted.eq(output));
    });
}

/// Oracle: a tree and a heap of the standard library, and a row of sixteen buckets.
#[test]
fn sorts_of_one_key_agree_with_a_tree_a_heap_and_buckets() {
    for_each_input("radix_sort", INPUTS, |columns, output| {
        let sorted = multimap(columns[0].iter().copied(), &columns[1]);
        assert!(
            sorted
                .iter()
                .map(|(key, value)| vec![*key, *value])
                .eq(output)
        );
    });
    for_each_input("bitonic_sort", INPUTS, |columns, output| {
        let pairs = columns[0].iter().zip(&columns[1]).map(Reverse);
        let mut heap: BinaryHeap<_> = pairs.collect();
        let sorted = std::iter::from_fn(|| heap.pop());
        assert!(
            sorted
                .map(|Reverse((key, value))| vec![*key, *value])
                .eq(output)
        );
    });
    for_each_input("radix_sort_pass", INPUTS, |columns, output| {
        let mut buckets = vec![vec![]; 16];
        for (key, value) in columns[0].iter().zip(&columns[1]) {
            let digit = (u64::from(*key) / (1 << columns[2][0])) % 16;
            buckets[digit as usize].push(vec![digit as u32, *key, *value]);
        }
        assert_eq!(buckets.concat(), output);
    });
}

/// Oracle: a heap of the standard library.
#[test]
fn largest_words_agree_with_a_heap() {
    for_each_input("top_k", INPUTS, |columns, output| {
        let words = columns[1].iter().copied().zip((0..).map(Reverse));
        let mut heap: BinaryHeap<(u32, Reverse<u32>)> = words.collect();
        let taken = std::iter::from_fn(|| heap.pop()).take(columns[0][0] as usize);
        assert!(
            taken
                .map(|(word, Reverse(index))| vec![word, index])
                .eq(output)
        );
    });
}

/// Oracle: two filters, and a table of counts.
#[test]
fn partitions_and_runs_agree_with_filters_and_counts() {
    for_each_input("partition", INPUTS, |columns, output| {
        let side = |side: bool| {
            let places = 0..columns[0].len();
            let places = places.filter(move |k| (columns[0][*k] != 0) == side);
            places.map(move |k| vec![side.into(), k as u32, columns[1][k]])
        };
        assert!(side(true).chain(side(false)).eq(output));
    });
    for_each_input("unique", INPUTS, |columns, output| {
        let mut counts = BTreeMap::new();
        for word in &columns[0] {
            *counts.entry(*word).or_insert(0) += 1;
        }
        assert!(
            counts
                .into_iter()
                .map(|(word, count)| vec![word, count])
                .eq(output)
        );
    });
}

/// Oracle: hashed sets of the standard library, sorted.
#[test]
fn sets_agree_with_hash_sets() {
    let by_hash = |name: &str, f: fn(&HashSet<u32>, &HashSet<u32>) -> Vec<u32>| {
        for_each_input(name, INPUTS, |columns, output| {
            let [a, b] = [0, 1].map(|k| columns[k].iter().copied().collect());
            let mut words = f(&a, &b);
            words.sort_unstable();
            assert!(columns.iter().all(|set| set.is_sorted_by(|a, b| a < b)));
            assert!(words.into_iter().map(|word| vec![word]).eq(output));
        });
    };
    by_hash("set_union", |a, b| (a | b).into_iter().collect());
    by_hash("set_intersection", |a, b| (a & b).into_iter().collect());
    by_hash("set_difference", |a, b| (a - b).into_iter().collect());
}

/// The operations by their numbers.
fn fold(operation: u32, words: &[u32]) -> u32 {
    let words = words.iter();
    match operation {
        0 => words.map(|word| u64::from(*word)).sum::<u64>() as u32,
        1 => words.copied().max().unwrap_or(0),
        _ => (0..32)
            .filter(|bit| words.clone().any(|word| word >> bit & 1 == 1))
            .map(|bit| 1 << bit)
            .sum(),
    }
}

/// Oracle: every segment, and every prefix of it, folded separately.
#[test]
fn segments_are_folded_one_by_one() {
    let prefixes = |name: &str, own: usize| {
        for_each_input(name, 20, |columns, output| {
            let mut begin = 0;
            for (place, actual) in column(&output).into_iter().enumerate() {
                if columns[1][place] != 0 {
                    begin = place;
                }
                // The whole segment if it is short; otherwise the previous result and the new word.
                let from = begin.max(place.saturating_sub(50));
                let words = &columns[2][from..place + own];
                if from == begin {
                    assert_eq!(actual, fold(columns[0][0], words))
                } else {
                    assert!(columns[0][0] == 0 || actual >= fold(columns[0][0], words))
                }
            }
        });
    };
    prefixes("segmented_scan_inclusive", 1);
    prefixes("segmented_scan_exclusive", 0);
    for_each_input("segmented_reduce", INPUTS, |columns, output| {
        let mut begin = 0;
        let folds = columns[1].iter().map(|end| {
            let segment = &columns[2][begin as usize..*end as usize];
            begin = *end;
            fold(columns[0][0], segment)
        });
        assert!(folds.eq(column(&output)));
    });
}
