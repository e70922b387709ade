//! Runs obligations, as a whole or in ranges of numbered cases.
//!
//! [`run_task`] is the only entry point; the [`executor`] calls it from its threads. Each part of the suite has a file
//! under `part`. A refutation leads to the smallest input, the diagnosis and the report, and the input is saved.

mod availability;
mod conduct;
mod counts;
mod engine_replay;
mod evaluators;
mod evidence;
mod execution;
pub mod executor;
mod failure;
mod found_words;
mod front;
mod functions;
mod hang;
mod inputs;
mod joining;
#[cfg(test)]
mod matrix;
mod origin;
mod panics;
mod part;
mod queue;
mod random_function;
mod refusal;
mod replay;
mod replay_result;
mod report_lines;
mod smallest;
mod subject;
mod tally;
mod testimony;

use super::{Context, limit};
use crate::regressions::StoreError;
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use subject::Run;
use vyre_conform_runtime::sync::panic_message;
use vyre_conform_suite::failing::{FailingCase, Tally};
use vyre_conform_suite::plan::{Obligation, Part};
use vyre_conform_suite::record::{Failure, Outcome, Record};

pub use availability::unavailable;
pub(crate) use availability::{lane, of_all};
pub use queue::{QueuedObligation, Task, WorkQueue};
pub use replay::replay;
pub use replay_result::{ImplementationResult, ReplayOutcome, ReplayResult};

/// Outcome of a piece of work.
#[derive(Clone, Debug)]
pub enum WorkOutcome {
    /// The record of an obligation that ran as a whole.
    Whole(Record),
    /// The tally of a range of cases, or the outcome of the obligation if the interruption decides it.
    Range(Result<Tally, Outcome>),
}

impl WorkOutcome {
    /// Number of cases that ran.
    pub fn cases(&self) -> u64 {
        match self {
            Self::Whole(record) => record.cases,
            Self::Range(Ok(tally)) => tally.cases,
            Self::Range(Err(outcome)) => outcome.cases(0),
        }
    }
}

/// Runs an obligation, or a range of its cases, if its backend supports it, whatever the author's code does.
pub fn run_task(context: &Context, task: &Task<'_>) -> WorkOutcome {
    let Task { obligation, range } = task;
    let ended = |outcome| match range {
        None => WorkOutcome::Whole(Record::not_run(obligation, outcome)),
        Some(_) => WorkOutcome::Range(Err(outcome)),
    };
    if let Some(outcome) = unavailable(context, obligation) {
        return ended(outcome);
    }
    let _running = context.running(&obligation.id);
    let outcome = catch_unwind(AssertUnwindSafe(|| match range {
        None => WorkOutcome::Whole(execute(context, obligation)),
        Some(range) => WorkOutcome::Range(execute_range(context, obligation, range.clone())),
    }));
    outcome.unwrap_or_else(|panic| ended(panicked(obligation, &*panic)))
}

/// Runs an obligation and returns its record.
pub fn execute(context: &Context, obligation: &Obligation) -> Record {
    let executed = within_limit(context, obligation, |run| run.whole());
    executed.unwrap_or_else(|outcome| Record::not_run(obligation, outcome))
}

/// Runs a range of an obligation's cases.
///
/// # Errors
///
/// The outcome of the obligation, if the interruption decides it.
pub fn execute_range(
    context: &Context,
    obligation: &Obligation,
    range: Range<u64>,
) -> Result<Tally, Outcome> {
    within_limit(context, obligation, |run| run.range(range)).flatten()
}

/// The outcome of an obligation from the tally of all its ranges: the smallest failing input is searched from the first
/// failing case and saved.
pub fn conclude(context: &Context, obligation: &Obligation, tally: &Tally) -> Outcome {
    let tally = tally.clone();
    let concluded = within_limit(context, obligation, move |run| run.concluded(&tally));
    concluded.unwrap_or_else(|outcome| outcome)
}

/// Saves the first failing case of a range unreduced: the reduction comes at the end of the obligation and takes time
/// in which a process can die. Returns the path; `None` for a case that is a file of the suite.
///
/// # Errors
///
/// As for [`RegressionStore::save`](crate::regressions::RegressionStore::save).
pub fn save(
    context: &Context,
    obligation: &Obligation,
    first: &FailingCase,
) -> Result<Option<PathBuf>, StoreError> {
    match part::definition(&obligation.part).cases {
        Some(cases) => {
            let run = Run::new(context, obligation);
            cases.save.map(|save| save(&run, first)).transpose()
        }
        None => Err(StoreError::Refused(part::is_whole(obligation))),
    }
}

/// Runs work on an obligation with the time limit; the outcome of the obligation if a function does not return.
fn within_limit<R: Send + 'static>(
    context: &Context,
    obligation: &Obligation,
    work: impl FnOnce(&Run<'_>) -> R + Send + 'static,
) -> Result<R, Outcome> {
    let owned = (context.clone(), obligation.clone());
    let limit = context.settings().limit.unwrap_or(limit::LIMIT);
    let ended = limit::call_with_limit(limit, move || work(&Run::new(&owned.0, &owned.1)));
    ended.map_err(|hung| {
        context.gates().hung(&obligation.id, &hung);
        let run = Run::new(context, obligation);
        run.stopped(run.hung(&hung))
    })
}

/// Turns a panic in the code of an author or backend into a failure, so that other trials continue.
fn panicked(obligation: &Obligation, panic: &(dyn Any + Send)) -> Outcome {
    let message = panic_message(panic).unwrap_or("no message");
    let headline = match obligation.part {
        Part::Engine(_) => format!(
            "{}: a function of the engine panicked: {message}. It must return a result for every input",
            obligation.id
        ),
        Part::Programs | Part::Filetests | Part::Wgsl(_) => {
            format!("{}: the backend panicked: {message}", obligation.id)
        }
        // Panics of references are caught at their calls, with the inputs.
        _ => match obligation.backend() {
            Some(backend) => format!(
                "{}: the backend `{backend}` panicked: {message}. It must return an error instead",
                obligation.id
            ),
            None => format!(
                "{}: panicked: {message}. A reference must return a result for every input",
                obligation.id
            ),
        },
    };
    let report = format!("{headline}\n");
    Outcome::Failed(Box::new(Failure {
        headline,
        report,
        ..Failure::default()
    }))
}
