//! Pseudorandom orders, and the sample of held items that a run repeats.

/// One in this many held items is repeated.
const SAMPLE_PERIOD: usize = 100;

/// Position of a name in the pseudorandom order of a seed.
pub fn position(seed: &str, name: &str) -> [u8; 32] {
    let key = blake3::hash(seed.as_bytes());
    *blake3::keyed_hash(key.as_bytes(), name.as_bytes()).as_bytes()
}

/// Splits held items into the sample to repeat, one in a hundred and at least `min`, and the rest, both in the
/// order of the seed.
pub fn split_sample<T>(
    mut held: Vec<T>,
    seed: &str,
    min: usize,
    name: impl Fn(&T) -> &str,
) -> (Vec<T>, Vec<T>) {
    held.sort_by_cached_key(|item| position(seed, name(item)));
    let count = held.len().div_ceil(SAMPLE_PERIOD).max(min).min(held.len());
    let rest = held.split_off(count);
    (held, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn split(count: usize, seed: usize) -> (Vec<String>, Vec<String>) {
        let names = (0..count).map(|k| k.to_string()).collect();
        split_sample(names, &seed.to_string(), 8, |name| name)
    }

    /// Oracle: the documentation of [`split_sample`].
    #[test]
    fn one_in_a_hundred_and_at_least_eight_are_repeated() {
        for (all, expected) in [(0, 0), (5, 5), (8, 8), (500, 8), (801, 9), (10_000, 100)] {
            let (sample, rest) = split(all, 1);
            assert_eq!(sample.len(), expected, "of {all}");
            let whole: HashSet<_> = sample.into_iter().chain(rest).collect();
            assert_eq!(whole.len(), all);
        }
    }

    /// Oracle: an item of 400 is in the 8 of one run with 1 in 50, so that 1,000 runs leave it out once in 10^9 times.
    #[test]
    fn every_held_item_is_in_some_sample() {
        let sampled = (0..1000).flat_map(|seed| split(400, seed).0);
        assert_eq!(sampled.collect::<HashSet<_>>().len(), 400);
    }

    /// Oracle: BLAKE3 of other seeds and names: the order depends on the seed alone, and not on the order of the items.
    #[test]
    fn an_order_depends_on_its_seed_alone() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let sorted = |seed: &str, mut names: Vec<&'static str>| {
            names.sort_by_cached_key(|name| position(seed, name));
            names
        };
        let reversed = names.iter().rev().copied().collect();
        assert_eq!(sorted("x", names.to_vec()), sorted("x", reversed));
        assert_ne!(sorted("x", names.to_vec()), sorted("y", names.to_vec()));
    }
}
