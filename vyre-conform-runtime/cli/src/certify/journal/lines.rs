//! Consistency of a journal's lines: a duplicate line, or one whose numbers do not match its range, would be counted in
//! the certificate.

use super::TaskResult;
use std::collections::BTreeMap;

/// A range of cases, or `None` for a whole obligation, and the index of the line.
type Line = (Option<[u64; 2]>, usize);

/// Index of the first result that no run records beside the others, if any.
pub(super) fn impossible(results: &[TaskResult]) -> Option<usize> {
    let mut by_id: BTreeMap<&str, Vec<Line>> = BTreeMap::new();
    for (k, result) in results.iter().enumerate() {
        let ran = match result.range {
            Some([start, end]) => start < end && result.met() == end - start,
            None => true,
        };
        if !ran || result.failures > result.cases || result.by_digest > result.cases {
            return Some(k);
        }
        let of_it = by_id.entry(&result.id).or_default();
        of_it.push((result.range, k));
    }
    by_id.into_values().find_map(|mut all| {
        all.sort_unstable();
        let follows = |pair: &[Line]| match (pair[0].0, pair[1].0) {
            (Some([_, end]), Some([start, _])) => end <= start,
            // A whole obligation is one task.
            _ => false,
        };
        let mut pairs = all.windows(2);
        pairs
            .find(|pair| !follows(pair))
            .map(|pair| pair[0].1.max(pair[1].1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_certificate::certificate::OutcomeName;

    fn of(range: Option<[u64; 2]>, cases: u64, failures: u64) -> TaskResult {
        TaskResult {
            id: "u32::op::parity::x::edges".into(),
            range,
            cases,
            failures,
            by_digest: 0,
            first: None,
            outcome: OutcomeName::Passed,
            reason: None,
            skipped: vec![("64: too large", 2).into()],
            covered: None,
            proof: None,
            milliseconds: None,
            losses: None,
            unsaved: None,
        }
    }

    /// Oracle: the meaning of a range: its cases ran once, or were left out.
    #[test]
    fn impossible_journal_ranges_are_detected() {
        let (a, b) = (of(Some([0, 10]), 8, 1), of(Some([10, 15]), 3, 0));
        let whole = of(None, 7, 7);
        let right = [vec![], vec![b, a.clone()], vec![whole.clone()]];
        for results in right {
            assert_eq!(impossible(&results), None, "{results:?}");
        }
        let wrong = [
            vec![a.clone(), a.clone()],
            vec![whole.clone(), whole.clone()],
            vec![a.clone(), whole],
            vec![a, of(Some([9, 14]), 3, 0)],
            vec![of(Some([10, 5]), 0, 0)],
            vec![of(Some([0, u64::MAX]), 8, 0)],
            vec![of(Some([10, 15]), 3, 4)],
        ];
        for results in wrong {
            assert_eq!(impossible(&results), Some(results.len() - 1), "{results:?}");
        }
    }
}
