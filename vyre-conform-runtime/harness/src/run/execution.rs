//! The execution of an obligation, as a whole or in ranges: from its refusal to its outcome.

use super::part;
use super::refusal;
use super::subject::Run;
use crate::interruption::Interruption;
use std::ops::Range;
use std::sync::atomic::Ordering;
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::failing::Tally;
use vyre_conform_suite::plan::{Part, WHOLE_PROGRAMS};
use vyre_conform_suite::record::{NotRun, Outcome, Record};

impl Run<'_> {
    /// Runs the obligation as a whole.
    pub(super) fn whole(&self) -> Record {
        let finding = match self.refusal() {
            Some(reason) => Err(Interruption::NotRun(reason)),
            None => (part::definition(&self.obligation.part).run)(self),
        };
        let (outcome, cases, skipped) = match finding {
            Ok(result) => (Outcome::Passed, result.cases, result.skipped),
            Err(interruption) => {
                let outcome = self.stopped(self.with_input(interruption));
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
            coverage: self.covered.get().copied(),
            proof: self.proof.get().cloned(),
        }
    }

    /// Runs some of its cases.
    pub(super) fn range(&self, range: Range<u64>) -> Result<Tally, Outcome> {
        let finding = match self.refusal() {
            Some(reason) => Err(Interruption::NotRun(reason)),
            None => part::tally(self, range),
        };
        finding.map_err(|interruption| self.stopped(self.with_input(interruption)))
    }

    /// The outcome from the tally of all ranges.
    pub(super) fn concluded(&self, tally: &Tally) -> Outcome {
        match part::conclude(self, tally) {
            Ok(_) => Outcome::Passed,
            Err(interruption) => self.stopped(interruption),
        }
    }

    /// Turns a panic into a refutation with its input.
    fn with_input(&self, interruption: Interruption) -> Interruption {
        match interruption {
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
            interruption => interruption,
        }
    }

    /// The outcome of an interrupted obligation.
    pub(super) fn stopped(&self, interruption: Interruption) -> Outcome {
        match interruption {
            Interruption::Backend(BackendError::UnsupportedByBackend { hardware, .. }) => {
                Outcome::UnsupportedByBackend { hardware }
            }
            Interruption::Backend(BackendError::Programs { .. }) => Outcome::UnsupportedByBackend {
                hardware: WHOLE_PROGRAMS.into(),
            },
            Interruption::Refuted(failure) => Outcome::Failed(failure),
            Interruption::NotRun(reason) => Outcome::NotRun(reason),
            interruption => {
                if let Interruption::Backend(error) = &interruption {
                    if let Some(reason) = self.reported_elsewhere(error) {
                        return Outcome::NotRun(reason);
                    }
                    self.unload_lost(error);
                }
                Outcome::Failed(Box::new(self.without_input(&interruption.to_string())))
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
        let trial = self.context.gates().uncompiled(slug, op, id);
        (trial != *id).then(|| refusal::uncompiled(trial, op, slug))
    }
}
