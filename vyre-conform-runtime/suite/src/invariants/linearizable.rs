//! `AtomicLinearizable`: the atomic steps on each element fit one sequential order.

use super::Difference;
use super::case::{ExecutedCase, Run};
use vyre_conform_runtime::engine::linear;

/// Checks every history of every run.
pub(super) fn check(case: &ExecutedCase<'_>) -> Option<Difference> {
    case.runs.iter().find_map(|run| of_run(case, run))
}

/// Checks every history of a run.
pub(super) fn of_run(case: &ExecutedCase<'_>, run: &Run) -> Option<Difference> {
    let histories = (case.plan.histories)(&case.input, &run.observation.words);
    for (k, history) in histories.iter().enumerate() {
        if let Err(violation) = linear::check(history) {
            return Some(Difference {
                found: Some((format!("in {}", run.order), run.output.clone())),
                causes: vec![
                    format!("history {k}: {violation}"),
                    format!(
                        "it goes from {} to {} in {} steps",
                        history.initial,
                        history.last,
                        history.events.len()
                    ),
                ],
                ..Difference::default()
            });
        }
    }
    None
}

/// True if an observed atomic step changed a value: otherwise a backend whose atomics only load would pass.
pub(super) fn observes_something(case: &ExecutedCase<'_>) -> bool {
    let histories = (case.plan.histories)(&case.input, &case.first().observation.words);
    let mut events = histories.iter().flat_map(|history| &history.events);
    events.any(|event| linear::after(event) != event.before)
}
