//! `WorkgroupInvariant`: the same logical output at every workgroup size.

use super::Difference;
use super::case::{ExecutedCase, Run};
use super::violation::first_difference;
use vyre_conform_runtime::engine::EngineDef;

/// Compares the outputs of a case with that of the same input at another size.
pub(super) fn check(
    def: &EngineDef,
    other: &ExecutedCase<'_>,
    case: &ExecutedCase<'_>,
) -> Option<Difference> {
    case.runs
        .iter()
        .find_map(|run| of_run(def, other, case, run))
}

/// Compares the output of one run with that of the same input at another size.
pub(super) fn of_run(
    def: &EngineDef,
    other: &ExecutedCase<'_>,
    case: &ExecutedCase<'_>,
    run: &Run,
) -> Option<Difference> {
    let expected = def.compared(&other.first().output);
    let found = def.compared(&run.output);
    let because = first_difference(&expected, &found)?;
    Some(Difference {
        expected: Some((format!("at workgroup size {}", other.size), expected)),
        found: Some((
            format!("at workgroup size {}, in {}", case.size, run.order),
            found,
        )),
        causes: vec![because],
    })
}
