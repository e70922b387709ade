//! `NoOutputLost` and `NoDuplicateOutput`: the logical output compared with the expected one, as multisets.
//!
//! A record that is expected and absent is lost; one that appears more often than expected, and more than once, is a
//! duplicate. An unexpected record is neither: it is a wrong value, which `reference` and `corpus` report.

use super::Difference;
use super::case::ExecutedCase;
use super::violation::record_text;
use std::collections::BTreeMap;
use vyre_conform_runtime::engine::{Output, Record};

/// Finds expected records that appear too rarely.
pub(super) fn lost(case: &ExecutedCase<'_>) -> Option<Difference> {
    compare(case, |expected, found| found < expected, "is lost")
}

/// Finds records that appear too often.
pub(super) fn duplicated(case: &ExecutedCase<'_>) -> Option<Difference> {
    compare(
        case,
        |expected, found| found > expected.max(1),
        "is duplicated",
    )
}

fn compare(
    case: &ExecutedCase<'_>,
    wrong: impl Fn(usize, usize) -> bool,
    what: &str,
) -> Option<Difference> {
    let expected = case.expected.as_ref()?;
    for run in &case.runs {
        if let Some(because) = offence(&expected.output, &run.output, &wrong, what) {
            return Some(Difference {
                expected: Some((expected.source.clone(), expected.output.clone())),
                found: Some((format!("in {}", run.order), run.output.clone())),
                causes: vec![because],
            });
        }
    }
    None
}

/// The first record, by value, whose counts are wrong.
fn offence(
    expected: &Output,
    found: &Output,
    wrong: &impl Fn(usize, usize) -> bool,
    what: &str,
) -> Option<String> {
    let mut counts: BTreeMap<&Record, (usize, usize)> = BTreeMap::new();
    for record in expected {
        counts.entry(record).or_default().0 += 1;
    }
    for record in found {
        counts.entry(record).or_default().1 += 1;
    }
    let (record, (due, times)) = counts.into_iter().find(|(_, (due, n))| wrong(*due, *n))?;
    let record = record_text(record);
    Some(format!(
        "record {record} {what}: due {due} times, found {times} times"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(words: &[u32]) -> Output {
        words.iter().map(|word| vec![*word]).collect()
    }

    /// Oracle: hand-written multisets of a few records.
    #[test]
    fn lost_and_duplicated_records_are_counted() {
        let lost = |a: &[u32], b: &[u32]| {
            offence(
                &records(a),
                &records(b),
                &|expected, found| found < expected,
                "is lost",
            )
        };
        let twice = |a: &[u32], b: &[u32]| {
            let wrong = |expected: usize, found: usize| found > expected.max(1);
            offence(&records(a), &records(b), &wrong, "is duplicated")
        };
        assert_eq!(lost(&[5, 5, 3], &[3, 5, 5]), None);
        assert_eq!(
            lost(&[5, 5, 3], &[3, 5]).as_deref(),
            Some("record (5) is lost: due 2 times, found 1 times")
        );
        assert_eq!(twice(&[5, 5, 3], &[3, 5, 5]), None);
        assert_eq!(twice(&[5], &[5, 9]), None, "a wrong value, not a duplicate");
        assert_eq!(
            twice(&[5], &[5, 5]).as_deref(),
            Some("record (5) is duplicated: due 1 times, found 2 times")
        );
        assert!(
            twice(&[], &[9, 9]).is_some(),
            "twice is a duplicate, due or not"
        );
    }
}
