//! `Termination`: the launch ends within the steps that the plan declares.
//!
//! Only the interpreter counts steps. On a backend the launch terminates if it gives results: a device that is reset
//! because of an endless shader gives none.

use super::case::ExecutedCase;
use super::{Difference, RunError};
use vyre_conform_interp::ProgramFault;

/// Compares the steps of every run with the bound.
pub(super) fn check(case: &ExecutedCase<'_>) -> Option<Difference> {
    let most = case.plan.max_steps;
    case.runs.iter().find_map(|run| {
        let steps = run.observation.report.as_ref()?.steps;
        (steps > most).then(|| {
            let because = format!(
                "the launch took {steps} steps in {}; the plan declares at most {most}",
                run.order
            );
            Difference::with_cause(because)
        })
    })
}

/// The difference for an error of termination: a launch stopped because it did not end.
pub(super) fn of_error(error: &RunError) -> Option<Difference> {
    match error {
        RunError::Fault(ProgramFault::Steps { .. } | ProgramFault::BoundExceeded { .. }) => {
            Some(Difference::with_cause(error.to_string()))
        }
        _ => None,
    }
}
