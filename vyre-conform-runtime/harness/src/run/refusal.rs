//! Obligations that do not run because something else failed: their reports would only repeat that failure.

use super::part::kernels::uncompiled as uncompiled_kernel;
use super::subject::Run;
use crate::admission::TextKind;
use vyre_conform_runtime::registry::{LawParam, OpRef};
use vyre_conform_suite::plan::{Implementation, Part};
use vyre_conform_suite::record::NotRun;

impl Run<'_> {
    /// The failed dependency that keeps the obligation from running, if any.
    pub(super) fn refusal(&self) -> Option<NotRun> {
        match self.obligation.part {
            Part::Gates | Part::Programs | Part::Filetests | Part::Wgsl(_) => return None,
            Part::Engine(_) => return self.refusal_of_engine(),
            _ => {}
        }
        let named = self.named();
        let mut ops = std::iter::once(&self.op().def.op).chain(&named);
        ops.find_map(|op| self.refusal_of(op))
            .or_else(|| self.refusal_of_text())
            .or_else(|| self.refusal_of_uncompiled())
    }

    /// Refused because another trial reports that the subject does not compile on its backend.
    fn refusal_of_uncompiled(&self) -> Option<NotRun> {
        let (backend, known) = (self.obligation.backend()?, self.context.gates());
        let op = self.loaded_name();
        let trial = known.reported_uncompiled(backend, &op)?;
        (trial != self.obligation.id).then(|| uncompiled(trial, &op, backend))
    }

    /// Refused because the gates reject the subject's WGSL text.
    fn refusal_of_text(&self) -> Option<NotRun> {
        let subject = &self.obligation.question.subject;
        let is_subject = |text: &TextKind| match (text, subject) {
            (TextKind::Alternate(of), Implementation::Alternate { name, .. }) => name == of,
            (TextKind::Native, Implementation::Lowering { .. }) => subject.is_native(),
            (TextKind::Lowering, Implementation::Lowering { .. }) => true,
            _ => false,
        };
        let admitted = self.context.gates().admitted(self.op());
        let refused = admitted.texts.iter().any(|(text, _)| is_subject(text));
        refused.then(|| NotRun::Blocked {
            trial: format!("{}::gates", self.op().def.id),
            consequence: format!("the gates refuse {subject}"),
        })
    }

    /// The ops that the law of this obligation names.
    fn named(&self) -> Vec<OpRef> {
        let (Part::Law { law, .. } | Part::Regressions { law: Some(law) }) = self.obligation.part
        else {
            return vec![];
        };
        let params = self
            .op()
            .def
            .laws
            .get(law)
            .map_or(&[][..], |law| law.params);
        let ops = params.iter().filter_map(|param| match param {
            LawParam::Op(op) => Some(*op),
            _ => None,
        });
        ops.collect()
    }

    fn refusal_of(&self, op: &OpRef) -> Option<NotRun> {
        let known = self.context.gates();
        if let Some(trial) = known.stuck(op.key) {
            return Some(NotRun::Blocked {
                trial,
                consequence: format!("`{}` did not return there", (op.key.path)()),
            });
        }
        let found = self.context.catalog().by_key(op.key)?;
        let refused = !known.admitted(found).problems.is_empty();
        refused.then(|| NotRun::Blocked {
            trial: format!("{}::gates", found.def.id),
            consequence: format!("the gates refuse `{}`", found.def.id),
        })
    }

    /// Refused because one of the engine's functions did not return, or a hand-written kernel does not compile on the
    /// backend.
    fn refusal_of_engine(&self) -> Option<NotRun> {
        if let Some((function, trial)) = self.context.gates().stuck_engine(&self.obligation.op) {
            let reason = format!("the function `{function}` of the engine did not return there");
            return Some(NotRun::Blocked {
                trial,
                consequence: reason,
            });
        }
        let slug = self.obligation.backend()?;
        let [program, _] = uncompiled_kernel(self, slug)?;
        Some(NotRun::Blocked {
            trial: format!("{}::gates", self.obligation.op),
            consequence: format!(
                "the hand-written kernel for `{program}` does not compile on {slug}"
            ),
        })
    }
}

/// The refusal for an op that does not compile on a backend, which a trial reports.
pub(super) fn uncompiled(trial: String, op: &str, backend: &str) -> NotRun {
    let reason = format!("`{op}` does not compile on {backend}");
    NotRun::Blocked {
        trial,
        consequence: reason,
    }
}
