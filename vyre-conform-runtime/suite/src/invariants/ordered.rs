//! `OutputOrdered`: neighbours in the declared order, or, without one, the expected sequence.

use super::Difference;
use super::case::ExecutedCase;
use super::violation::{first_difference, record_text};
use std::cmp::Ordering;
use vyre_conform_runtime::engine::{EngineDef, Output, Record};

/// Checks the order of every run's output.
pub(super) fn check(def: &EngineDef, case: &ExecutedCase<'_>) -> Option<Difference> {
    for run in &case.runs {
        let because = match (def.order, &case.expected) {
            (Some(order), _) => descent(order, &run.output),
            (None, Some(expected)) => first_difference(&expected.output, &run.output),
            // The attribute admits no such engine; a hand-written definition reports it.
            (None, None) => Some("there is neither an order nor an expected output".into()),
        };
        if let Some(because) = because {
            let expected = case.expected.as_ref();
            return Some(Difference {
                expected: expected.map(|e| (e.source.clone(), e.output.clone())),
                found: Some((format!("in {}", run.order), run.output.clone())),
                causes: vec![because],
            });
        }
    }
    None
}

/// The first neighbours in the wrong order.
fn descent(order: fn(&Record, &Record) -> Ordering, output: &Output) -> Option<String> {
    let wrong = |pair: &[Record]| order(&pair[0], &pair[1]) == Ordering::Greater;
    let k = output.windows(2).position(wrong)?;
    let [a, b] = [record_text(&output[k]), record_text(&output[k + 1])];
    Some(format!(
        "record {k}, {a}, stands before {b}, which comes first"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: short hand-written lists in order.
    #[test]
    fn a_descent_is_found_and_equal_neighbours_are_none() {
        assert_eq!(descent(Ord::cmp, &vec![vec![1], vec![1], vec![2]]), None);
        assert_eq!(
            descent(Ord::cmp, &vec![vec![1], vec![3], vec![2]]).as_deref(),
            Some("record 1, (3), stands before (2), which comes first")
        );
    }
}
