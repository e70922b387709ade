//! One case of an engine, generated or saved, on the interpreter and every adapter.

use super::part::engine_regressions;
use super::replay_result::{ImplementationResult, ReplayOutcome, ReplayResult};
use super::subject::Run;
use super::{Task, WorkOutcome, run_task, within_limit};
use crate::context::Context;
use crate::regressions::SavedCase;
use crate::replay::ReplayError;
use crate::replay::parse_engine;
use crate::replay::saved::fits;
use vyre_conform_runtime::engine::{Check, InputSource};
use vyre_conform_suite::plan::{Obligation, Part};
use vyre_conform_suite::record::{Failure, NotRun, Outcome};

/// A saved input of an engine, on the interpreter and on every backend.
pub(super) fn saved(
    context: &Context,
    engine: &str,
    number: usize,
    case: &SavedCase,
) -> Result<ReplayResult, ReplayError> {
    let mut replayed = ReplayResult::default();
    let runners = [None]
        .into_iter()
        .chain(context.slugs().into_iter().map(Some));
    for runner in runners {
        let mut all = context.plan().obligations().iter();
        let of = |o: &&Obligation| {
            let is_requested = matches!(o.part, Part::Engine(check) if check != Check::Gates);
            is_requested && o.op == engine && o.backend() == runner.as_deref()
        };
        let found = all.find(of).ok_or(ReplayError::NothingAsked)?;
        let mut obligation = found.clone();
        let name = runner.as_deref().unwrap_or("interpreter");
        obligation.id = format!("{engine}::{}::{name}", Check::Regressions.slug());
        obligation.part = Part::Engine(Check::Regressions);
        let run = Run::new(context, &obligation);
        let of = case.clone();
        let ended = within_limit(context, &obligation, move |run| {
            engine_regressions::replay(run, number, &of).map_err(|stop| run.stopped(stop))
        });
        match ended.flatten() {
            Ok(true) => replayed.ended(&obligation, Outcome::Passed),
            Ok(false) => fits(run.engine(), case)?,
            Err(outcome) => replayed.ended(&obligation, outcome),
        }
    }
    Ok(replayed)
}

/// Replays checks of an engine on the interpreter and every backend, in a context narrowed to the case.
pub(super) fn engines(
    context: &Context,
    engine: &str,
    check: &str,
) -> Result<ReplayResult, ReplayError> {
    let case = context.settings().case.as_deref();
    let case = case.and_then(|case| parse_engine(case).ok());
    let is_sums = matches!(case, Some((InputSource::Sums(_), _)));
    let is_requested = |o: &&Obligation| match &o.part {
        Part::Engine(part) => match check {
            // Every check that has such an input.
            "" => o.op == engine && (*part == Check::AccumulationOrder) == is_sums,
            check => o.op == engine && part.slug() == check,
        },
        _ => false,
    };
    let mut replayed = ReplayResult::default();
    for obligation in context.plan().obligations().iter().filter(is_requested) {
        let range = None;
        match run_task(context, &Task { obligation, range }) {
            WorkOutcome::Whole(record) => replayed.ended(obligation, record.outcome),
            WorkOutcome::Range(_) => unreachable!("it was met as a whole"),
        }
    }
    if replayed.results.is_empty() {
        Err(ReplayError::NoCheck {
            engine: engine.to_owned(),
        })
    } else {
        Ok(replayed)
    }
}

impl ReplayResult {
    /// Adds the outcome of a trial.
    fn ended(&mut self, trial: &Obligation, outcome: Outcome) {
        match outcome {
            Outcome::Passed => {
                self.text += &format!("{}: holds\n", trial.id);
                self.results.push(ImplementationResult::new(
                    &trial.id,
                    ReplayOutcome::Holds,
                    None,
                ));
            }
            Outcome::Failed(failure) => {
                let Failure {
                    report, details, ..
                } = *failure;
                self.fails = true;
                self.text += &report;
                let message = details.actual.or_else(|| details.reasons.first().cloned());
                self.results.push(ImplementationResult::new(
                    &trial.id,
                    ReplayOutcome::Broken,
                    message,
                ));
                if self.reasons.is_empty() {
                    self.reasons = details.reasons;
                    self.culprit = details.culprit;
                    self.also = details.other_faults;
                }
            }
            Outcome::UnsupportedByBackend { hardware } => {
                self.not_run(trial, &format!("not run: the backend lacks {hardware}"));
            }
            Outcome::NotRun(NotRun::NoAdapter(reason)) => {
                self.not_run(trial, &format!("not run: {reason}"));
            }
            Outcome::NotRun(why) => self.not_run(trial, &why.to_string()),
        }
    }

    /// Adds a trial that did not run, with the reason.
    fn not_run(&mut self, trial: &Obligation, reason: &str) {
        self.text += &format!("{}: {reason}\n", trial.id);
        let message = Some(reason.to_owned());
        self.results.push(ImplementationResult::new(
            &trial.id,
            ReplayOutcome::NotRun,
            message,
        ));
    }
}
