//! `parity`: a backend's words are the interpreter's.

use super::Difference;
use super::bounded::is_writable;
use super::case::ExecutedCase;
use super::deterministic::difference;
use vyre_conform_runtime::engine::EngineDef;

/// Compares a backend's words for a case with the interpreter's, except for
/// [`Plan::order_dependent`](vyre_conform_runtime::engine::Plan), and the logical outputs.
pub(super) fn check(
    def: &EngineDef,
    interpreted: &ExecutedCase<'_>,
    case: &ExecutedCase<'_>,
) -> Option<Difference> {
    let left = |case: &ExecutedCase<'_>| {
        let run = case.first();
        (run.observation.words.clone(), def.compared(&run.output))
    };
    let (due, found) = (left(interpreted), left(case));
    let because = difference(
        &case.plan.order_dependent,
        (&due.0, &due.1),
        (&found.0, &found.1),
    )?;
    Some(Difference {
        expected: Some(("on the interpreter".into(), due.1)),
        found: Some(("on the backend".into(), found.1)),
        causes: vec![because],
    })
}

/// True if some word that a program may write is compared directly, in addition to the logical output.
pub(super) fn compares_words(case: &ExecutedCase<'_>) -> bool {
    let mut buffers = case.plan.launch.read_back.iter().enumerate();
    buffers.any(|(k, buffer)| is_writable(case, *buffer) && !case.plan.order_dependent.contains(&k))
}
