//! The implementations of an op behind one interface: evaluators for laws and table rows.

use super::subject::Run;
use crate::interruption::Interruption;
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::{Backend, BackendError, LoadedOp, Operand, Runnable};
use vyre_conform_suite::failing::{CaseFault, FailingCase, NoValue};
use vyre_conform_suite::strategy::{Argument, Evaluate, Reference, TypedLaw};

/// Ops loaded on a backend, one case at a time. It keeps the first error of the backend, which is not a result.
#[derive(Default)]
pub(super) struct BackendEvaluator {
    ops: HashMap<&'static str, Arc<dyn LoadedOp>>,
    stopped: Mutex<Option<BackendError>>,
}

impl BackendEvaluator {
    /// The result of queries to the backend, unless one of them failed.
    pub(super) fn unless_stopped<T>(&self, found: T) -> Result<T, Interruption> {
        let mut stopped = lock(&self.stopped);
        match stopped.take() {
            Some(error) => Err(Interruption::Backend(error)),
            None => Ok(found),
        }
    }
}

impl Evaluate for BackendEvaluator {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        let loaded = self.ops.get((op.key.path)());
        let loaded = loaded.ok_or_else(|| NoValue::unregistered(op))?;
        let words = run_one_case(loaded.as_ref(), operands, &[]).map_err(|error| {
            let message = NoValue::Backend(error.to_string());
            let mut stopped = lock(&self.stopped);
            stopped.get_or_insert(error);
            message
        })?;
        Ok(Value::from_words(op.signature.result, &words))
    }
}

/// Runs one case on a backend, with operands passed according to `passed` and from storage beyond it. Returns the raw
/// words of the result.
pub(super) fn run_one_case(
    loaded: &dyn LoadedOp,
    operands: &[Value],
    passed: &[Passing],
) -> Result<Vec<u32>, BackendError> {
    let operand = |(k, value): (usize, &Value)| match passed.get(k) {
        Some(Passing::Uniform) => Operand::Uniform(*value),
        Some(Passing::Literal) => Operand::Literal(*value),
        _ => Operand::Storage(operands[k].words()),
    };
    let operands: Vec<Operand<'_>> = operands.iter().enumerate().map(operand).collect();
    let found = loaded.run(&operands, 1)?;
    let expected = loaded.signature().result.words();
    if found.len() == expected {
        Ok(found)
    } else {
        Err(BackendError::ShortOutput {
            expected,
            found: found.len(),
        })
    }
}

impl Run<'_> {
    pub(super) fn typed_law(&self, index: usize) -> Result<TypedLaw, Interruption> {
        let def = self.op().def;
        TypedLaw::new(&def.laws[index], &def.op)
            .map_err(|e| Interruption::Impossible(e.to_string()))
    }

    /// True if the law holds on the subject for these values. Errors of its backend are not a verdict on the law.
    pub(super) fn holds_on_subject(
        &self,
        law: &TypedLaw,
        values: &[Value],
    ) -> Result<bool, Interruption> {
        match self.obligation.backend() {
            None => Ok(law.holds_with(values, &Reference)?),
            Some(_) => {
                let loaded = self.loaded_for_law(law)?;
                let holds = law.holds_with(values, &loaded);
                Ok(loaded.unless_stopped(holds)??)
            }
        }
    }

    /// The evaluator of a law's ops on the subject.
    pub(super) fn evaluator(&self, law: &TypedLaw) -> Result<Box<dyn Evaluate>, Interruption> {
        Ok(match self.obligation.backend() {
            Some(_) => Box::new(self.loaded_for_law(law)?),
            None => Box::new(Reference),
        })
    }

    pub(super) fn loaded_for_law(&self, law: &TypedLaw) -> Result<BackendEvaluator, Interruption> {
        self.loaded_for(&ops_of(law))
    }

    /// Loads the subject and the ops that a law names on the subject's backend.
    pub(super) fn loaded_for(&self, ops: &[OpRef]) -> Result<BackendEvaluator, Interruption> {
        let backend = self.backend()?;
        let mut loaded = HashMap::new();
        for op in ops {
            let found = self.registered(op)?;
            let here = if std::ptr::eq(found, self.op()) {
                self.subject()?
            } else {
                self.context.loaded(backend, found, None)?
            };
            loaded.insert((op.key.path)(), here);
        }
        Ok(BackendEvaluator {
            ops: loaded,
            ..BackendEvaluator::default()
        })
    }

    /// The loadable implementations of a law's ops, by function.
    pub(super) fn runnables(
        &self,
        law: &TypedLaw,
        backend: &'static dyn Backend,
    ) -> Result<Vec<(TypeId, Runnable<'_, 'static>)>, Interruption> {
        let runnable = |op: OpRef| {
            let found = self.registered(&op)?;
            Ok(((op.key.id)(), self.runnable(found, backend)?))
        };
        ops_of(law).into_iter().map(runnable).collect()
    }

    fn registered(&self, op: &OpRef) -> Result<&Op, Interruption> {
        if (op.key.id)() == (self.op().def.op.key.id)() {
            return Ok(self.op());
        }
        let found = self.context.catalog().by_key(op.key);
        found.ok_or_else(|| NoValue::unregistered(op).into())
    }
}

impl Run<'_> {
    /// The failing case if the subject differs from the reference, by more than the op's tolerance, on one input passed
    /// like this.
    pub(super) fn differs(
        &self,
        inputs: &[Value],
        passed: &[Passing],
    ) -> Result<Option<FailingCase>, Interruption> {
        let loaded = self.subject()?;
        let expected = Reference
            .apply(&self.op().def.op, inputs)
            .map_err(|message| Interruption::ReferencePanicked {
                inputs: inputs.to_vec(),
                said: message.to_string(),
            })?;
        let found = run_one_case(&*loaded, inputs, passed)?;
        let differs = !self.op().def.op.accepts(expected.words(), &found);
        let inputs = inputs.to_vec();
        Ok(differs.then_some(FailingCase {
            case: 0,
            inputs,
            passing_modes: passed.to_vec(),
            fault: CaseFault::wrong_result(expected, found),
        }))
    }
}

/// The op of a law, and the ops that it names.
pub(super) fn ops_of(law: &TypedLaw) -> Vec<OpRef> {
    let named = law.arguments.iter().filter_map(|a| match a {
        Argument::Op(op) => Some(*op),
        _ => None,
    });
    std::iter::once(law.subject).chain(named).collect()
}
