//! `reference` and `corpus`: the logical output is the expected one.

use super::Difference;
use super::case::ExecutedCase;
use super::violation::first_difference;
use vyre_conform_runtime::engine::EngineDef;

/// Compares the output of every run with the expected one.
pub(super) fn check(def: &EngineDef, case: &ExecutedCase<'_>) -> Option<Difference> {
    let expected = case.expected.as_ref()?;
    let due = def.compared(&expected.output);
    case.runs.iter().find_map(|run| {
        let found = def.compared(&run.output);
        let because = first_difference(&due, &found)?;
        Some(Difference {
            expected: Some((expected.source.clone(), due.clone())),
            found: Some((format!("in {}", run.order), found)),
            causes: vec![because],
        })
    })
}
