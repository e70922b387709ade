//! Saved failures, replayed on the reference or on a backend.

use super::{Interruption, PartOutcome, PartResult, Run};
use crate::regressions::{SavedCase, SavedClaim};
use crate::replay::saved::{declared, operands_of};
use crate::run::counts::CaseCounts;
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::generate::List;
use vyre_conform_suite::failing::FailingCase;
use vyre_conform_suite::plan::{Implementation, Part};
use vyre_conform_suite::strategy;

/// Replays the op's saved cases of a declared law, or of values: on the reference, or on a backend's lowering and all
/// alternates.
pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let law = match run.obligation.part {
        Part::Regressions { law } => law,
        _ => unreachable!("the table has this part only for saved failures"),
    };
    let def = run.op().def;
    let mut cases = run.context.saved_numbered(def.id)?;
    cases.retain(|(_, case)| declared(def, &case.claim) == law);
    let mut subjects = vec![run.obligation.question.subject.clone()];
    if let Some(backend) = run.obligation.backend() {
        subjects.extend(
            def.alternates
                .iter()
                .map(|alternate| Implementation::Alternate {
                    op: def.id.into(),
                    name: alternate.name.into(),
                    backend: backend.into(),
                }),
        );
    }
    let mut replayed = 0;
    for subject in subjects {
        run.with_subject(subject, |subject| {
            for (number, case) in &cases {
                let found = subject.replay(*number, case, law);
                run.note(*found.as_ref().unwrap_or(&1));
                replayed += found?;
            }
            Ok::<_, Interruption>(())
        })?;
    }
    PartResult::cases(replayed)
}

impl Run<'_> {
    /// Replays a case; returns the number of inputs it gave.
    fn replay(
        &self,
        number: usize,
        case: &SavedCase,
        law: Option<usize>,
    ) -> Result<u64, Interruption> {
        let retire = || self.context.retire(self.op().def.id, number);
        let values = case.values()?;
        let passed = case.passing_modes()?;
        let def = self.op().def;
        let fits = operands_of(def, &values).any(|operands| operands.len() == values.len());
        match (law, &case.claim) {
            (Some(index), _) => self.replay_law(index, &values).map(|()| 1),
            (None, SavedClaim::Parity) if fits => self.replay_values(&values, &passed).map(|()| 1),
            (None, _) if case.retired.is_some() => {
                let mut inputs = 0;
                for operands in operands_of(def, &values) {
                    self.replay_values(operands, &[])?;
                    inputs += 1;
                }
                Ok(inputs)
            }
            // The op's signature has changed; the case stays in the file and is reported.
            (None, SavedClaim::Parity) => Err(Interruption::Impossible(format!(
                "a saved case of `{}` has inputs of other types than the op takes now: {values:?}. \
                 Give the changed op a new id, or withdraw the case by {}",
                def.id,
                retire()
            ))),
            (None, SavedClaim::Engine(check)) => Err(Interruption::Impossible(format!(
                "a saved case of `{}` is of an engine, in its check `{check}`; it is in {}. Withdraw it by {}",
                def.id,
                self.context.store().path(def.id).display(),
                retire()
            ))),
            // A saved failure is never dropped silently.
            (None, SavedClaim::Law(text)) => Err(Interruption::Impossible(format!(
                "a saved case of `{}` broke the law {text}, which is not declared any more: it is in {}. Declare \
                 the law again, or withdraw the case by {}",
                def.id,
                self.context.store().path(def.id).display(),
                retire()
            ))),
        }
    }

    fn replay_values(&self, values: &[Value], passed: &[Passing]) -> Result<(), Interruption> {
        let def = self.op().def;
        if self.obligation.backend().is_some() {
            return match self.differs(values, passed)? {
                None => Ok(()),
                Some(found) => Err(self.parity_refuted(&found, CaseCounts::ONE)),
            };
        }
        let module = self.module()?;
        let source = List::new(def.op.signature.operands, &[values.to_vec()]);
        match strategy::interpreter(&def.op, module, &source, 1).first {
            None => Ok(()),
            Some(found) => Err(self.interpreter_refuted(module, found, CaseCounts::ONE)),
        }
    }

    fn replay_law(&self, index: usize, values: &[Value]) -> Result<(), Interruption> {
        let law = self.typed_law(index)?;
        if self.holds_on_subject(&law, values)? {
            return Ok(());
        }
        let case = FailingCase::false_claim(0, values.to_vec());
        Err(self.law_refuted(index, &law, &case, CaseCounts::ONE))
    }
}
