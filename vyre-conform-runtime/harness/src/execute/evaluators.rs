//! The implementations of an op behind one face: what a law or a table row is evaluated on.

use super::{Run, Stop};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use vyre_conform_interp as interp;
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_suite::backend::{BackendError, LoadedOp, Operand};
use vyre_conform_suite::strategy::Evaluate;

/// The interpreter on translated bodies.
pub(super) struct Interpreted<'a>(pub(super) &'a Catalog);

impl Evaluate for Interpreted<'_> {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, String> {
        let found = self.0.by_key(op.key).ok_or_else(|| unregistered(op))?;
        let module = found.module().as_ref().map_err(|problems| {
            problems
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("; ")
        })?;
        interp::call(module, operands, op.signature.result).map_err(|fault| fault.to_string())
    }
}

/// Ops loaded on a backend, one case at a time. An error of the backend is kept: it is no result, and nothing is
/// concluded from it.
#[derive(Default)]
pub(super) struct Loaded {
    ops: HashMap<&'static str, Arc<dyn LoadedOp>>,
    stopped: Mutex<Option<BackendError>>,
}

impl Loaded {
    /// What was asked of the backend, unless it gave an error to one of the questions.
    pub(super) fn unless_stopped<T>(&self, found: T) -> Result<T, Stop> {
        let mut stopped = self.stopped.lock().unwrap_or_else(|e| e.into_inner());
        match stopped.take() {
            Some(error) => Err(Stop::Backend(error)),
            None => Ok(found),
        }
    }
}

impl Evaluate for Loaded {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, String> {
        let loaded = self
            .ops
            .get((op.key.path)())
            .ok_or_else(|| unregistered(op))?;
        let words = one(loaded.as_ref(), operands, &[]).map_err(|error| {
            let said = error.to_string();
            let mut stopped = self.stopped.lock().unwrap_or_else(|e| e.into_inner());
            stopped.get_or_insert(error);
            said
        })?;
        Ok(Value::from_words(op.signature.result, &words))
    }
}

/// Runs one case on a backend, each operand passed as `passed` says and from storage where that says
/// nothing, and returns the result's words as they came.
pub(super) fn one(
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
    match found.len() == expected {
        true => Ok(found),
        false => Err(BackendError::ShortOutput {
            expected,
            found: found.len(),
        }),
    }
}

fn unregistered(op: &OpRef) -> String {
    format!(
        "`{}` is not a registered op: add #[vyre_op]",
        (op.key.path)()
    )
}

impl Run<'_> {
    /// The subject and the ops a law names, on the subject's backend.
    pub(super) fn loaded_for(&self, ops: &[OpRef]) -> Result<Loaded, Stop> {
        let backend = self.backend()?;
        let mut loaded = HashMap::new();
        for op in ops {
            let path = (op.key.path)();
            if (op.key.id)() == (self.op.def.op.key.id)() {
                loaded.insert(path, self.subject()?);
                continue;
            }
            let found = self
                .context
                .catalog()
                .by_key(op.key)
                .ok_or_else(|| unregistered(op))?;
            let code = vyre_conform_suite::backend::OpCode::of(
                found.def,
                self.module(found)?,
                found.correction(),
            );
            loaded.insert(path, self.context.loaded(backend, found, "", &code)?);
        }
        Ok(Loaded {
            ops: loaded,
            ..Loaded::default()
        })
    }
}
