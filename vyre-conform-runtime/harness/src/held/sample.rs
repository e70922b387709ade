//! The sample of held trials that a run repeats.

use super::LEAST;
use std::collections::HashMap;
use vyre_conform_verdicts::Verdict;

/// Held trials by their names.
type Verdicts = HashMap<String, Verdict>;

/// Splits held trials into repeated ones, one in a hundred and at least [`LEAST`], and those that do not run. The seed
/// selects them.
pub(super) fn split(found: Verdicts, seed: u64) -> (Verdicts, Verdicts) {
    let count = found.len().div_ceil(100).max(LEAST);
    let mut order: Vec<(String, Verdict)> = found.into_iter().collect();
    order.sort_by_cached_key(|(id, _)| {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&seed.to_le_bytes()).update(id.as_bytes());
        *hasher.finalize().as_bytes()
    });
    let rest = order.split_off(count.min(order.len()));
    (order.into_iter().collect(), rest.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use vyre_conform_verdicts::KeyBuilder;

    fn found(count: usize) -> Verdicts {
        let verdict = |k: usize| Verdict {
            key: KeyBuilder::default().with("k", k.to_le_bytes()).finish(),
            obligation: k.to_string(),
            driver: "reference".into(),
            at: 0,
            cases: 1,
            coverage: None,
        };
        (0..count).map(|k| (k.to_string(), verdict(k))).collect()
    }

    /// Oracle: the documentation of [`split`].
    #[test]
    fn one_in_a_hundred_and_at_least_eight_are_repeated() {
        for (all, due) in [(0, 0), (5, 5), (8, 8), (500, 8), (801, 9), (10_000, 100)] {
            let (repeated, not_run) = split(found(all), 1);
            assert_eq!(repeated.len(), due, "of {all}");
            assert_eq!(repeated.len() + not_run.len(), all);
        }
    }

    /// Oracle: a trial of 400 is in the 8 of one run with 1 in 50, so that 1,000 runs leave it out once in 10^9 times.
    #[test]
    fn every_held_trial_is_repeated_in_some_run() {
        let repeated = (0..1000).flat_map(|seed| split(found(400), seed).0.into_keys());
        assert_eq!(repeated.collect::<HashSet<_>>().len(), 400);
    }
}
