//! The implementations of an op behind one face: what a law or a table row is evaluated on.

use super::{Run, Stop};
use crate::backend::{LoadedOp, Operand};
use crate::catalog::Catalog;
use crate::interp;
use crate::registry::OpRef;
use crate::strategy::Evaluate;
use crate::value::{Passing, Value};
use std::collections::HashMap;
use std::sync::Arc;

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

/// Ops loaded on a backend, one case at a time.
pub(super) struct Loaded(pub(super) HashMap<&'static str, Arc<dyn LoadedOp>>);

impl Evaluate for Loaded {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, String> {
        let loaded = self
            .0
            .get((op.key.path)())
            .ok_or_else(|| unregistered(op))?;
        let words = one(loaded.as_ref(), operands, &[]).map_err(|e| e.to_string())?;
        Ok(Value::from_words(op.signature.result, &words))
    }
}

/// Runs one case on a backend, each operand passed as `passed` says and from storage where that says
/// nothing, and returns the result's words as they came.
pub(super) fn one(
    loaded: &dyn LoadedOp,
    operands: &[Value],
    passed: &[Passing],
) -> Result<Vec<u32>, crate::backend::BackendError> {
    let operand = |(k, value): (usize, &Value)| match passed.get(k) {
        Some(Passing::Uniform) => Operand::Uniform(*value),
        Some(Passing::Literal) => Operand::Literal(*value),
        _ => Operand::Storage(operands[k].words()),
    };
    let operands: Vec<Operand<'_>> = operands.iter().enumerate().map(operand).collect();
    loaded.run(&operands, 1)
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
            let code =
                crate::backend::OpCode::of(found.def, self.module(found)?, found.correction());
            loaded.insert(path, self.context.loaded(backend, found, "", &code)?);
        }
        Ok(Loaded(loaded))
    }
}
