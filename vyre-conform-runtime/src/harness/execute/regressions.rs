//! Saved failures, replayed on the reference or on a backend.

use super::{Run, Stop};
use crate::backend::{Mismatch, Parity};
use crate::generate::List;
use crate::plan::Implementation;
use crate::regressions::{Case, Claim};
use crate::strategy::{self, Reference};
use crate::value::Value;

impl Run<'_> {
    /// Every saved case of the op: on the reference, or on a backend's lowering and on every alternate
    /// there.
    pub(super) fn regressions(&self) -> Result<u64, Stop> {
        let store = self.context.store();
        let cases = store
            .load(self.op.def.id)
            .map_err(|e| Stop::Impossible(e.to_string()))?;
        let mut subjects = vec![self.obligation.question.subject.clone()];
        if let Some(backend) = self.obligation.backend() {
            subjects.extend(self.op.def.alternates.iter().map(|alternate| {
                Implementation::Alternate {
                    op: self.op.def.id.into(),
                    name: alternate.name.into(),
                    backend: backend.into(),
                }
            }));
        }
        for subject in &subjects {
            let mut obligation = self.obligation.clone();
            obligation.question.subject = subject.clone();
            let run = Run {
                context: self.context,
                obligation: &obligation,
                op: self.op,
            };
            for case in &cases {
                run.replay(case)?;
            }
        }
        Ok((cases.len() * subjects.len()) as u64)
    }

    fn replay(&self, case: &Case) -> Result<(), Stop> {
        let values = case.values()?;
        match &case.claim {
            Claim::Parity => self.replay_values(&values),
            Claim::Law(text) => self.replay_law(text, &values),
        }
    }

    fn replay_values(&self, values: &[Value]) -> Result<(), Stop> {
        let def = self.op.def;
        if !values
            .iter()
            .map(Value::ty)
            .eq(def.op.signature.operands.iter().copied())
        {
            // The op's signature has changed since; the case stays in the file and is reported.
            return Err(Stop::Impossible(format!(
                "a saved case of `{}` has inputs of other types than the op takes now: {values:?}. \
                 Give the changed op a new id",
                def.id
            )));
        }
        if self.obligation.backend().is_some() {
            return match self.differs(values)? {
                None => Ok(()),
                Some(found) => Err(self.replayed(&found)),
            };
        }
        let module = self.module(self.op)?;
        let source = List::new(def.op.signature.operands, &[values.to_vec()]);
        match strategy::interpreter(&def.op, module, &source, 1).first {
            None => Ok(()),
            Some(found) => Err(self.interpreter_refuted(module, found, 1)),
        }
    }

    fn replayed(&self, found: &Mismatch) -> Stop {
        let parity = Parity {
            cases: 1,
            failures: 1,
            first: Some(found.clone()),
        };
        self.parity_refuted(&parity, found)
    }

    fn replay_law(&self, text: &str, values: &[Value]) -> Result<(), Stop> {
        let declared = self.op.def.laws.iter().position(|law| law.text == text);
        // What once failed is never dropped in silence.
        let index = declared.ok_or_else(|| {
            format!(
                "a saved case of `{}` broke the law {text}, which is not declared any more. Declare \
                 it again, or move the case out of {}",
                self.op.def.id,
                self.context.store().path(self.op.def.id).display()
            )
        })?;
        let law = self.typed_law(index)?;
        if law.is_negative() {
            return Ok(());
        }
        let holds = match self.obligation.backend() {
            Some(_) => law.holds_with(values, &self.loaded_for_law(&law)?)?,
            None => law.holds_with(values, &Reference)?,
        };
        if holds {
            return Ok(());
        }
        let broken = super::laws::Broken {
            inputs: values.to_vec(),
            case: 0,
            failing: 1,
            cases: 1,
        };
        Err(self.law_refuted(index, &law, broken))
    }
}
