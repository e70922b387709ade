//! Prepared ops and programs behind the guard.

use super::calls::Calls;
use super::owned_arguments::OwnedOperand;
use crate::backend::digest::Digest;
use crate::backend::{BackendError, LoadedOp, LoadedPrograms, Operand};
use std::ops::Range;
use std::sync::Arc;
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::registry::Signature;

/// A resource that the backend creates and drops.
pub(super) struct GuardedResource<T: ?Sized + Send + Sync + 'static> {
    made: Option<Arc<T>>,
    calls: Arc<Calls>,
}

impl<T: ?Sized + Send + Sync + 'static> GuardedResource<T> {
    pub(super) fn new(made: Box<T>, calls: Arc<Calls>) -> Self {
        Self {
            made: Some(Arc::from(made)),
            calls,
        }
    }

    fn made(&self) -> Arc<T> {
        self.made.clone().expect("it is taken when it is dropped")
    }
}

impl<T: ?Sized + Send + Sync + 'static> Drop for GuardedResource<T> {
    fn drop(&mut self) {
        let made = self.made.take();
        match self.calls.violation() {
            None => drop(self.calls.ask("drop", move || drop(made))),
            // A call that did not return may still use it.
            Some(_) => std::mem::forget(made),
        }
    }
}

/// A guarded op.
pub(super) struct GuardedOp {
    pub(super) kept: GuardedResource<dyn LoadedOp>,
    pub(super) signature: Signature,
}

impl LoadedOp for GuardedOp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let op = self.kept.made();
        let operands: Vec<OwnedOperand> = operands.iter().map(OwnedOperand::new).collect();
        self.kept.calls.ask("run", move || {
            let operands: Vec<Operand<'_>> = operands.iter().map(OwnedOperand::borrowed).collect();
            op.run(&operands, cases)
        })?
    }

    fn unguarded(&self) -> Option<Arc<dyn LoadedOp>> {
        self.kept
            .calls
            .violation()
            .is_none()
            .then(|| self.kept.made())
    }

    fn expect_fixed(&self, operand: usize, values: &[Value]) {
        let (op, values) = (self.kept.made(), values.to_vec());
        let call = move || op.expect_fixed(operand, &values);
        // If the backend is abandoned here, the next call with a result reports it.
        let _ = self.kept.calls.ask("expect_fixed", call);
    }

    fn generates(&self, source: &dyn Source) -> bool {
        let op = self.kept.made();
        let call = move |source: &dyn Source| op.generates(source);
        let message = self.kept.calls.ask_of("generates", source, call);
        message.unwrap_or(false)
    }

    fn run_generated(
        &self,
        source: &dyn Source,
        start: u64,
        cases: usize,
    ) -> Option<Result<Vec<u32>, BackendError>> {
        let op = self.kept.made();
        let call = move |source: &dyn Source| op.run_generated(source, start, cases);
        let ran = self.kept.calls.ask_of("run_generated", source, call);
        ran.unwrap_or_else(|error| Some(Err(error)))
    }

    fn digests_of(&self, source: &dyn Source) -> bool {
        let op = self.kept.made();
        let call = move |source: &dyn Source| op.digests_of(source);
        let message = self.kept.calls.ask_of("digests_of", source, call);
        message.unwrap_or(false)
    }

    fn digests(
        &self,
        source: &dyn Source,
        range: Range<u64>,
        key: u64,
    ) -> Result<Vec<Digest>, BackendError> {
        let op = self.kept.made();
        let call = move |source: &dyn Source| op.digests(source, range, key);
        self.kept.calls.ask_of("digests", source, call)?
    }
}

/// Guarded programs.
pub(super) struct GuardedPrograms(pub(super) GuardedResource<dyn LoadedPrograms>);

impl LoadedPrograms for GuardedPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let (programs, launch) = (self.0.made(), launch.clone());
        let call = move || programs.run(&launch);
        self.0.calls.ask("run of programs", call)?
    }

    fn run_within(&self, launch: &Launch, max_steps: u64) -> Result<Vec<Vec<u32>>, BackendError> {
        let (programs, launch) = (self.0.made(), launch.clone());
        let call = move || programs.run_within(&launch, max_steps);
        self.0.calls.ask("run of programs", call)?
    }
}
