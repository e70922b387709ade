//! An obligation in progress, and its subject.

use crate::context::Context;
use crate::interruption::Interruption;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use vyre_conform_ir::valid::Valid;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::AlternateDef;
use vyre_conform_suite::backend::{Backend, BackendError, LoadedOp, Runnable, availability};
use vyre_conform_suite::plan::{Domain, Implementation, Obligation, Part};
use vyre_conform_suite::prover::LawProof;
use vyre_conform_suite::record::{CoveredClasses, Failure, FailureDetails};

/// An obligation in progress.
pub(super) struct Run<'a> {
    pub(super) context: &'a Context,
    pub(super) obligation: &'a Obligation,
    /// The op; `None` for engines and random programs.
    pub(super) op: Option<&'a Op>,
    /// Number of cases that an obligation run as a whole has completed.
    pub(super) ran: AtomicU64,
    /// The hits of a coverage part.
    pub(super) covered: OnceLock<CoveredClasses>,
    /// The proof of a proved law.
    pub(super) proof: OnceLock<LawProof>,
}

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
        let engine = self.context.catalog().find_engine(&self.obligation.op);
        engine.expect("the plan comes from the catalog")
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
    /// A refutation without an input; `failing` and `cases` are its counts.
    pub(super) fn refuted(&self, message: &str, failing: u64, cases: u64) -> Interruption {
        Interruption::Refuted(Box::new(Failure {
            failing,
            cases,
            ..self.without_input(message)
        }))
    }

    pub(super) fn without_input(&self, message: &str) -> Failure {
        let headline = format!("{}: {message}", self.obligation.id);
        Failure {
            report: format!("{headline}\n"),
            headline,
            details: FailureDetails {
                reasons: vec![message.to_owned()],
                ..FailureDetails::default()
            },
            ..Failure::default()
        }
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
        loaded.map_err(|interruption| match (interruption, alternate) {
            (Interruption::Backend(BackendError::Compile { message, .. }), Some(_)) => {
                let op = self.loaded_name();
                Interruption::Backend(BackendError::Compile { op, message })
            }
            (interruption, _) => interruption,
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
