//! Atomic operations.

use super::machine::{Interruption, Machine};
use super::value::{Value, Words};
use naga::{AtomicFunction, Expression, Handle, ScalarKind, TypeInner};

impl Machine<'_, '_> {
    /// Executes an atomic operation, and stores its result.
    pub(super) fn atomic(
        &mut self,
        pointer: Handle<Expression>,
        fun: &AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Result<(), Interruption> {
        let operand = self.value(value)?.first();
        let place = self.pointer(pointer)?;
        let ty = self.pointee(pointer);
        let span = self.span();
        let TypeInner::Atomic(scalar) = *ty else {
            return self.unsupported(pointer, "this atomic operation");
        };
        if scalar.kind == ScalarKind::Float {
            return self.unsupported(pointer, "atomic floats");
        }
        let old = self.world.load(self.invocation, place, &ty, span)?;
        let old = old.first().copied().unwrap_or(0);
        let signed = scalar.kind == ScalarKind::Sint;
        let (new, returned) = match fun {
            AtomicFunction::Exchange {
                compare: Some(compare),
            } => {
                let expected = self.value(*compare)?.first();
                let exchanged = old == expected;
                let words = Words::from_slice(&[old, exchanged.into()]);
                (if exchanged { operand } else { old }, words)
            }
            other => (apply(other, signed, old, operand), Words::from_elem(old, 1)),
        };
        self.world
            .store(self.invocation, place, &ty, &[new], span)?;
        if let Some(result) = result {
            self.keep(result, Value::Words(returned));
        }
        Ok(())
    }
}

fn apply(fun: &AtomicFunction, signed: bool, old: u32, operand: u32) -> u32 {
    let (a, b) = (old as i32, operand as i32);
    match fun {
        AtomicFunction::Add => old.wrapping_add(operand),
        AtomicFunction::Subtract => old.wrapping_sub(operand),
        AtomicFunction::And => old & operand,
        AtomicFunction::ExclusiveOr => old ^ operand,
        AtomicFunction::InclusiveOr => old | operand,
        AtomicFunction::Min if signed => a.min(b) as u32,
        AtomicFunction::Min => old.min(operand),
        AtomicFunction::Max if signed => a.max(b) as u32,
        AtomicFunction::Max => old.max(operand),
        AtomicFunction::Exchange { .. } => operand,
    }
}
