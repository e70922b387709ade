//! `WorkgroupInvariant`: the same logical output at every workgroup size.

use super::Difference;
use super::case::Case;
use super::violation::first_difference;
use crate::engine::EngineDef;

/// Compares the outputs of a case with that of the same input at another size.
pub(super) fn check(def: &EngineDef, other: &Case<'_>, case: &Case<'_>) -> Option<Difference> {
    let expected = def.compared(&other.first().output);
    case.runs.iter().find_map(|run| {
        let found = def.compared(&run.output);
        let because = first_difference(&expected, &found)?;
        Some(Difference {
            expected: Some((
                format!("at workgroup size {}", other.size),
                expected.clone(),
            )),
            found: Some((format!("at workgroup size {}", case.size), found)),
            because: vec![because],
        })
    })
}
