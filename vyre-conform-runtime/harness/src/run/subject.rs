//! An obligation in progress: its subject, its interruptions, and its conclusion.

use super::{part, refusal};
use crate::regressions::{StoreError, ValueError};
use crate::{Context, ReplayError};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::AlternateDef;
use vyre_conform_suite::backend::{
    Backend, BackendError, LoadedOp, MissingSupport, ParityError, Runnable, availability,
};
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::failing::Tally;
use vyre_conform_suite::plan::{Domain, Implementation, Obligation, Part, WHOLE_PROGRAMS};
use vyre_conform_suite::prover::ProvedBy;
use vyre_conform_suite::record::{CoveredClasses, Failure, FailureText, NotRun, Outcome, Record};

/// An obligation in progress.
pub(super) struct Run<'a> {
    pub(super) context: &'a Context,
    pub(super) obligation: &'a Obligation,
    /// The op; `None` for engines and random programs.
    pub(super) op: Option<&'a Op>,
    /// Number of cases that an obligation run as a whole has completed.
    ran: AtomicU64,
    /// The hits of a coverage part.
    pub(super) covered: OnceLock<CoveredClasses>,
    /// The proof of a proved law.
    pub(super) proof: OnceLock<ProvedBy>,
}

/// Interruption of a run. Without a refutation it appears as a failure of the trial.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Interruption {
    /// The backend produced no output.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The reference has no result for an input.
    #[error("the CPU reference panicked on {inputs:?}: {said}. It needs a result for every input")]
    ReferencePanicked {
        /// The operands; empty if no case of the batch panics alone.
        inputs: Vec<Value>,
        /// The message of the panic.
        said: String,
    },
    /// The obligation cannot run, with the remedy.
    #[error("{0}")]
    Impossible(String),
    /// A dependency failed.
    #[error("{0}")]
    NotRun(NotRun),
    /// The claim is refuted.
    #[error("{}", .0.headline)]
    Refuted(Box<Failure>),
}

impl Interruption {
    /// The interruption for an op that a backend does not support.
    pub(crate) fn lacks(op: &Op, backend: &dyn Backend, lacks: MissingSupport) -> Self {
        match lacks {
            MissingSupport::Hardware(hardware) => {
                Self::Backend(BackendError::UnsupportedByBackend {
                    op: op.def.id.to_owned(),
                    backend: backend.identity().slug.clone(),
                    hardware,
                })
            }
            MissingSupport::Translation(problems) => Self::untranslated(op, &problems),
        }
    }

    fn untranslated(op: &Op, problems: &[String]) -> Self {
        Self::Impossible(format!(
            "the body of `{}` could not be translated:\n  {}",
            op.def.id,
            problems.join("\n  ")
        ))
    }
}

impl From<ParityError> for Interruption {
    fn from(error: ParityError) -> Self {
        match error {
            ParityError::Backend(error) => Self::Backend(error),
            ParityError::ReferencePanicked {
                inputs,
                said: message,
                ..
            } => Self::ReferencePanicked {
                inputs,
                said: message,
            },
        }
    }
}

/// Other errors interrupt an obligation with their text.
macro_rules! impossible {
    ($($error:ty),+) => {
        $(impl From<$error> for Interruption {
            fn from(error: $error) -> Self {
                Self::Impossible(error.to_string())
            }
        })+
    };
}

impossible!(NoValue, ReplayError, StoreError, ValueError);

impl<'a> Run<'a> {
    pub(super) fn new(context: &'a Context, obligation: &'a Obligation) -> Self {
        Self {
            context,
            obligation,
            op: context.catalog().find(&obligation.op),
            ran: AtomicU64::new(0),
            covered: OnceLock::new(),
            proof: OnceLock::new(),
        }
    }

    /// The op of the obligation.
    pub(super) fn op(&self) -> &'a Op {
        self.op.expect("the plan comes from the catalog")
    }

    /// The engine of the obligation.
    pub(super) fn engine(&self) -> &'static EngineDef {
        let found = self.context.catalog().find_engine(&self.obligation.op);
        found.expect("the plan comes from the catalog")
    }

    /// True for a law to be proved.
    pub(super) const fn is_proof(&self) -> bool {
        let Part::Law { domain, .. } = self.obligation.part else {
            return false;
        };
        matches!(domain, Domain::Proved)
    }

    /// Counts cases that ran.
    pub(super) fn note(&self, cases: u64) {
        self.ran.fetch_add(cases, Ordering::Relaxed);
    }
}

impl Run<'_> {
    /// Runs the obligation as a whole.
    pub(super) fn whole(&self) -> Record {
        let found = match self.refusal() {
            Some(reason) => Err(Interruption::NotRun(reason)),
            None => (part::definition(&self.obligation.part).meet)(self),
        };
        let (outcome, cases, skipped) = match found {
            Ok(result) => (Outcome::Passed, result.cases, result.skipped),
            Err(stop) => {
                let outcome = self.stopped(self.with_input(stop));
                let cases = match &outcome {
                    // A failing case ran, even if it was not counted before the interruption.
                    Outcome::Failed(failure) => {
                        self.ran.load(Ordering::Relaxed).max(failure.failing)
                    }
                    _ => 0,
                };
                (outcome, cases, vec![])
            }
        };
        Record {
            obligation: self.obligation.clone(),
            cases: outcome.cases(cases),
            outcome,
            skipped,
            covered: self.covered.get().copied(),
            proof: self.proof.get().cloned(),
        }
    }

    /// Runs some of its cases.
    pub(super) fn range(&self, range: Range<u64>) -> Result<Tally, Outcome> {
        let found = match self.refusal() {
            Some(reason) => Err(Interruption::NotRun(reason)),
            None => part::tally(self, range),
        };
        found.map_err(|stop| self.stopped(self.with_input(stop)))
    }

    /// The outcome from the tally of all ranges.
    pub(super) fn concluded(&self, tally: &Tally) -> Outcome {
        match part::conclude(self, tally) {
            Ok(_) => Outcome::Passed,
            Err(stop) => self.stopped(stop),
        }
    }

    /// A refutation without an input; `failing` and `cases` are its counts.
    pub(super) fn refuted(&self, message: &str, failing: u64, cases: u64) -> Interruption {
        Interruption::Refuted(Box::new(Failure {
            failing,
            cases,
            ..self.without_input(message)
        }))
    }

    fn without_input(&self, message: &str) -> Failure {
        let headline = format!("{}: {message}", self.obligation.id);
        Failure {
            report: format!("{headline}\n"),
            headline,
            told: FailureText {
                reasons: vec![message.to_owned()],
                ..FailureText::default()
            },
            ..Failure::default()
        }
    }

    /// Turns a panic into a refutation with its input.
    fn with_input(&self, stop: Interruption) -> Interruption {
        match stop {
            Interruption::ReferencePanicked { inputs, .. } if !inputs.is_empty() => {
                self.reference_panicked(&inputs)
            }
            // The operands are those of this op; in a law they may be those of another. On backends other than the
            // processor this is an error of the backend.
            Interruption::Backend(BackendError::Panicked { inputs, .. })
                if matches!(self.obligation.part, Part::Parity(_))
                    && self.obligation.question.subject.is_kernel() =>
            {
                self.subject_panicked(&inputs)
            }
            Interruption::Backend(BackendError::Unanswered {
                inputs,
                said: message,
            }) if matches!(self.obligation.part, Part::Parity(_)) && !inputs.is_empty() => {
                self.subject_lost(inputs, message)
            }
            stop => stop,
        }
    }

    /// The outcome of an interrupted obligation.
    pub(super) fn stopped(&self, stop: Interruption) -> Outcome {
        match stop {
            Interruption::Backend(BackendError::UnsupportedByBackend { hardware, .. }) => {
                Outcome::UnsupportedByBackend { hardware }
            }
            Interruption::Backend(BackendError::Programs { .. }) => Outcome::UnsupportedByBackend {
                hardware: WHOLE_PROGRAMS.into(),
            },
            Interruption::Refuted(failure) => Outcome::Failed(failure),
            Interruption::NotRun(reason) => Outcome::NotRun(reason),
            stop => {
                if let Interruption::Backend(error) = &stop {
                    if let Some(reason) = self.reported_elsewhere(error) {
                        return Outcome::NotRun(reason);
                    }
                    self.unload_lost(error);
                }
                Outcome::Failed(Box::new(self.without_input(&stop.to_string())))
            }
        }
    }

    /// The refusal for an op that does not compile on the backend if another trial reports it; the first one reports it
    /// itself.
    fn reported_elsewhere(&self, error: &BackendError) -> Option<NotRun> {
        let (BackendError::Compile { op, .. }, Some(slug)) = (error, self.obligation.backend())
        else {
            return None;
        };
        let id = &self.obligation.id;
        let trial = self.context.known().uncompiled(slug, op, id);
        (trial != *id).then(|| refusal::uncompiled(trial, op, slug))
    }

    /// Name of the subject in loading errors.
    pub(super) fn loaded_name(&self) -> String {
        let id = self.op().def.id;
        match self.alternate() {
            Some(alternate) => format!("{id} (alternate {})", alternate.name),
            None => id.to_owned(),
        }
    }

    /// Unloads the ops of a lost device.
    pub(super) fn unload_lost(&self, error: &BackendError) {
        if let (BackendError::DeviceLost(_), Some(slug)) = (error, self.obligation.backend()) {
            self.context.unload(slug);
        }
    }

    /// Runs `ask` for another implementation of the op.
    pub(super) fn with_subject<R>(
        &self,
        subject: Implementation,
        ask: impl FnOnce(&Run<'_>) -> R,
    ) -> R {
        let mut obligation = self.obligation.clone();
        obligation.question.subject = subject;
        ask(&Run::new(self.context, &obligation))
    }

    /// The backend of the obligation's subject.
    pub(super) fn backend(&self) -> Result<&'static dyn Backend, Interruption> {
        let slug = self.obligation.backend();
        let slug = slug
            .ok_or_else(|| Interruption::Impossible("the obligation has no backend".to_owned()))?;
        let backend = self.context.backend(slug);
        backend.ok_or_else(|| {
            Interruption::Impossible(format!("there is no adapter `{slug}` in this run"))
        })
    }

    /// The subject on its backend: the lowering, or an alternate.
    pub(super) fn subject(&self) -> Result<Arc<dyn LoadedOp>, Interruption> {
        let alternate = self.alternate();
        let loaded = self.context.loaded(self.backend()?, self.op(), alternate);
        loaded.map_err(|stop| match (stop, alternate) {
            (Interruption::Backend(BackendError::Compile { message, .. }), Some(_)) => {
                let op = self.loaded_name();
                Interruption::Backend(BackendError::Compile { op, message })
            }
            (stop, _) => stop,
        })
    }

    /// The alternate that is the subject.
    fn alternate(&self) -> Option<&'static AlternateDef> {
        match &self.obligation.question.subject {
            Implementation::Alternate { name, .. } => {
                let mut all = self.op().def.alternates.iter();
                all.find(|alternate| alternate.name == *name)
            }
            _ => None,
        }
    }

    /// The loadable implementation of an op on the subject's backend: for the obligation's own op, the subject.
    pub(super) fn runnable<'o>(
        &self,
        op: &'o Op,
        backend: &'static dyn Backend,
    ) -> Result<Runnable<'o, 'static>, Interruption> {
        let own = (op.def.op.key.id)() == (self.op().def.op.key.id)();
        let alternate = self.alternate().filter(|_| own);
        availability(op, alternate, backend)
            .map_err(|lacks| Interruption::lacks(op, backend, lacks))
    }

    /// The translated op, or the reason for its lack.
    pub(super) fn module(&self) -> Result<&Valid, Interruption> {
        self.op().module().as_ref().map_err(|problems| {
            let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Interruption::untranslated(self.op(), &problems)
        })
    }
}
