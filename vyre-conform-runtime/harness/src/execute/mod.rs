//! Meets one obligation: runs it, and on refutation finds the smallest input, the verdict and the
//! words, and saves the input.

mod admission;
mod bounds;
mod conduct;
mod engine_replayed;
mod engine_saved;
mod engines;
mod evaluators;
mod failure;
mod found;
mod inputs;
mod laws;
mod lengths;
mod panics;
mod programs;
mod range;
mod refusal;
mod regressions;
mod replayed;
mod seen;
mod smallest;
mod testimony;
mod values;

use super::{Context, limit};
use crate::regressions::StoreError;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::engine::Check;
use vyre_conform_suite::backend::{Backend, BackendError, LoadedOp, OpCode, ParityError};
use vyre_conform_suite::plan::{Implementation, Obligation, Part};
use vyre_conform_suite::record::{Covered, Failure, NotRun, Outcome, Record, Told};

pub(super) use refusal::endless;

pub(crate) use engine_saved::fits;
pub use engines::WHOLE_PROGRAMS;
pub use lengths::{Lengths, engine_length};
pub use range::{DIGESTED_WITNESSES, FirstFailure, Tally};
pub use replayed::replay;
pub use seen::{On, Replayed, Seen};

/// An obligation being met.
pub(super) struct Run<'a> {
    pub(super) context: &'a Context,
    pub(super) obligation: &'a Obligation,
    pub(super) op: &'a Op,
    /// Cases that an obligation met as a whole ran so far.
    pub(super) ran: AtomicU64,
}

/// What stops a run without a refutation; shown as a failure of the trial.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stop {
    /// The backend gave no output.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The reference has no result for an input.
    #[error("the CPU reference panicked on {inputs:?}: {said}. It needs a result for every input")]
    ReferencePanicked {
        /// The operands; none if no case of its batch panics alone.
        inputs: Vec<Value>,
        /// What the panic said.
        said: String,
    },
    /// The obligation cannot be run, with what to do.
    #[error("{0}")]
    Impossible(String),
    /// Something that this depends on failed.
    #[error("{0}")]
    NotRun(NotRun),
    /// The claim is refuted; the failure says how.
    #[error("{}", .0.headline)]
    Refuted(Box<Failure>),
}

impl From<ParityError> for Stop {
    fn from(error: ParityError) -> Self {
        match error {
            ParityError::Backend(error) => Self::Backend(error),
            ParityError::ReferencePanicked { inputs, said, .. } => {
                Self::ReferencePanicked { inputs, said }
            }
        }
    }
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Self::Impossible(message)
    }
}

/// Runs an obligation: how it ended and how many cases it ran.
pub fn execute(context: &Context, obligation: &Obligation) -> Record {
    let executed = within_limit(context, obligation, execute_here);
    executed.unwrap_or_else(|outcome| Record::not_run(obligation, outcome))
}

/// What some work on an obligation gives, or how it ends where a function does not come back.
fn within_limit<R: Send + 'static>(
    context: &Context,
    obligation: &Obligation,
    work: impl FnOnce(&Context, &Obligation) -> R + Send + 'static,
) -> Result<R, Outcome> {
    let owned = (context.clone(), obligation.clone());
    let limit = context.settings().limit.unwrap_or(limit::LIMIT);
    let ended = limit::within(limit, move || work(&owned.0, &owned.1));
    ended.map_err(|hung| {
        context.known().hung(&obligation.id, &hung);
        let run = Run::of(context, obligation);
        run.stopped(run.hung(&hung))
    })
}

fn execute_here(context: &Context, obligation: &Obligation) -> Record {
    let mut covered = None;
    let ((outcome, cases), skipped) = match obligation.part {
        Part::Engine(Check::Regressions) => engine_saved::regressions(context, obligation),
        Part::Engine(check) => engines::execute(context, obligation, check),
        Part::Programs => (programs::execute(context, obligation), vec![]),
        _ => (on_op(context, obligation, &mut covered), vec![]),
    };
    Record {
        obligation: obligation.clone(),
        cases: outcome.cases(cases),
        outcome,
        skipped,
        covered,
    }
}

fn on_op(
    context: &Context,
    obligation: &Obligation,
    covered: &mut Option<Covered>,
) -> (Outcome, u64) {
    let run = Run::of(context, obligation);
    if let Some(why) = run.refusal() {
        return (Outcome::NotRun(why), 0);
    }
    let result = match &obligation.part {
        Part::Gates => run.gates(),
        Part::Coverage => run.coverage(covered),
        Part::Deterministic => run.deterministic(),
        Part::Interpreter => run.interpreter(),
        Part::Table => run.table(),
        Part::Parity(_) => run.every_case(),
        Part::Operands => run.operands(),
        Part::Law { law, domain } => run.law(*law, *domain),
        Part::Regressions { law } => run.regressions(*law),
        Part::Engine(_) | Part::Programs => unreachable!("neither is an op"),
    };
    match result.map_err(|stop| run.with_input(stop)) {
        Ok(cases) => (Outcome::Passed, cases),
        Err(stop) => {
            let outcome = run.stopped(stop);
            let cases = match &outcome {
                // What fails ran, also where nobody counted it before it stopped.
                Outcome::Failed(failure) => run.ran.load(Ordering::Relaxed).max(failure.failing),
                _ => 0,
            };
            (outcome, cases)
        }
    }
}

/// Runs some cases of an obligation that is a range of them.
///
/// # Errors
/// How the obligation ends, if it can be concluded from what stopped these cases.
pub fn execute_range(
    context: &Context,
    obligation: &Obligation,
    range: Range<u64>,
) -> Result<Tally, Outcome> {
    let work = move |context: &Context, obligation: &Obligation| {
        execute_range_here(context, obligation, range)
    };
    within_limit(context, obligation, work).flatten()
}

fn execute_range_here(
    context: &Context,
    obligation: &Obligation,
    range: Range<u64>,
) -> Result<Tally, Outcome> {
    if let Part::Engine(check) = obligation.part {
        return engines::execute_range(context, obligation, check, range);
    }
    if obligation.part == Part::Programs {
        return programs::execute_range(context, obligation, range);
    }
    let run = Run::of(context, obligation);
    if let Some(why) = run.refusal() {
        return Err(run.stopped(Stop::NotRun(why)));
    }
    let found = run.tally(range).map_err(|stop| run.with_input(stop));
    found.map_err(|stop| run.stopped(stop))
}

/// Saves the first failing case of a range as it was found: the search for a smaller one comes at the end
/// of the obligation, and takes time in which a process can die.
///
/// # Errors
/// Those of [`Store::save`](crate::regressions::Store::save).
pub fn save(
    context: &Context,
    obligation: &Obligation,
    first: &FirstFailure,
) -> Result<PathBuf, StoreError> {
    if let Part::Engine(check) = obligation.part {
        return engine_saved::save_number(context, obligation, check, first.case);
    }
    if obligation.part == Part::Programs {
        return programs::save(context, obligation, first.case);
    }
    Run::of(context, obligation).save(first)
}

/// How an obligation ends whose ranges add up to this tally: the smallest failing input is searched
/// from the first failing case, and saved.
pub fn conclude(context: &Context, obligation: &Obligation, tally: &Tally) -> Outcome {
    let tally = tally.clone();
    let work = move |context: &Context, obligation: &Obligation| {
        conclude_here(context, obligation, &tally)
    };
    within_limit(context, obligation, work).unwrap_or_else(|outcome| outcome)
}

fn conclude_here(context: &Context, obligation: &Obligation, tally: &Tally) -> Outcome {
    if let Part::Engine(check) = obligation.part {
        return engines::conclude(obligation, check, tally);
    }
    if obligation.part == Part::Programs {
        return programs::conclude(context, obligation, tally);
    }
    let run = Run::of(context, obligation);
    match run.conclude(tally) {
        Ok(_) => Outcome::Passed,
        Err(stop) => run.stopped(stop),
    }
}

impl<'a> Run<'a> {
    fn of(context: &'a Context, obligation: &'a Obligation) -> Self {
        let op = context
            .catalog()
            .find(&obligation.op)
            .expect("the plan comes from the catalog");
        Self {
            context,
            obligation,
            op,
            ran: AtomicU64::new(0),
        }
    }

    /// Notes that so many cases ran.
    pub(super) fn note(&self, cases: u64) {
        self.ran.fetch_add(cases, Ordering::Relaxed);
    }
}

impl Run<'_> {
    /// A refutation that has no input: so many of so many cases fail.
    fn refuted(&self, message: &str, failing: u64, cases: u64) -> Stop {
        let headline = format!("{}: {message}", self.obligation.id);
        let report = format!("{headline}\n");
        Stop::Refuted(Box::new(Failure {
            headline,
            report,
            failing,
            cases,
            told: Told {
                reasons: vec![message.to_owned()],
                ..Told::default()
            },
            ..Failure::default()
        }))
    }

    /// A panic is a refutation like any other: it has an input.
    fn with_input(&self, stop: Stop) -> Stop {
        match stop {
            Stop::ReferencePanicked { inputs, .. } if !inputs.is_empty() => {
                self.reference_panicked(&inputs)
            }
            // The operands are those of this op; in a law they may be those of another. Of any other backend than
            // the processor this is an error of the backend.
            Stop::Backend(BackendError::Panicked { inputs, .. })
                if matches!(self.obligation.part, Part::Parity(_))
                    && self.obligation.question.subject.is_kernel() =>
            {
                self.subject_panicked(&inputs)
            }
            stop => stop,
        }
    }

    /// How an obligation ends that was stopped.
    fn stopped(&self, stop: Stop) -> Outcome {
        match stop {
            Stop::Backend(BackendError::UnsupportedByBackend { hardware, .. }) => {
                Outcome::UnsupportedByBackend { hardware }
            }
            Stop::Refuted(failure) => Outcome::Failed(failure),
            Stop::NotRun(why) => Outcome::NotRun(why),
            stop => {
                if let (Stop::Backend(BackendError::DeviceLost(_)), Some(slug)) =
                    (&stop, self.obligation.backend())
                {
                    self.context.unload(slug);
                }
                let headline = format!("{}: {stop}", self.obligation.id);
                let report = format!("{headline}\n");
                Outcome::Failed(Box::new(Failure {
                    headline,
                    report,
                    told: Told {
                        reasons: vec![stop.to_string()],
                        ..Told::default()
                    },
                    ..Failure::default()
                }))
            }
        }
    }

    /// The backend of the obligation's subject.
    pub(super) fn backend(&self) -> Result<&'static dyn Backend, Stop> {
        let slug = self
            .obligation
            .backend()
            .ok_or("the obligation has no backend".to_owned())?;
        self.context
            .backend(slug)
            .ok_or_else(|| Stop::Impossible(format!("there is no adapter `{slug}` in this run")))
    }

    /// The subject on its backend: the lowering, or an alternate.
    pub(super) fn subject(&self) -> Result<Arc<dyn LoadedOp>, Stop> {
        let backend = self.backend()?;
        let code = self.code()?;
        let name = self.alternate();
        let loaded = self.context.loaded(backend, self.op, name, &code);
        Ok(loaded.map_err(|e| match e {
            BackendError::Compile { op, message } if !name.is_empty() => BackendError::Compile {
                op: format!("{op} (alternate {name})"),
                message,
            },
            e => e,
        })?)
    }

    /// Name of the alternate that is the subject, or empty.
    pub(super) fn alternate(&self) -> &str {
        match &self.obligation.question.subject {
            Implementation::Alternate { name, .. } => name,
            _ => "",
        }
    }

    /// What a backend is asked to load for the subject.
    pub(super) fn code(&self) -> Result<OpCode<'_>, Stop> {
        let def = self.op.def;
        let name = self.alternate();
        if let Some(alternate) = def
            .alternates
            .iter()
            .find(|a| a.name == name && !name.is_empty())
        {
            return Ok(OpCode::alternate(def, alternate));
        }
        Ok(OpCode::of(def, self.module(self.op)?, self.op.correction()))
    }

    /// The translated op, or why there is none.
    pub(super) fn module<'o>(&self, op: &'o Op) -> Result<&'o vyre_conform_ir::valid::Valid, Stop> {
        op.module().as_ref().map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(|p| format!("  {p}")).collect();
            Stop::Impossible(format!(
                "the body of `{}` could not be translated:\n{}",
                op.def.id,
                lines.join("\n")
            ))
        })
    }
}
