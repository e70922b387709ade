//! Requests of checks, and their cases.

use super::case::ExecutedCase;
use super::termination;
use super::{EngineSession, MissingCase, RunError, Runner};
use std::sync::Arc;
use vyre_conform_ir::Library;
use vyre_conform_runtime::engine::{Check, Input, InputSource, SIZES};

/// A check and its cases.
pub struct CheckRequest<'a, 'b> {
    /// The check.
    pub check: Check,
    /// The engine on its runner.
    pub session: &'a EngineSession<'b>,
    /// The engine on the interpreter, for `parity`.
    pub interpreted: &'a EngineSession<'b>,
    /// The ops that programs call.
    pub library: &'a dyn Library,
    /// Number of generated inputs.
    pub inputs: u64,
    /// The only case, for a replay.
    pub single_case: Option<(InputSource, u32)>,
}

/// The case of a source for the check.
pub(super) fn case<'b>(
    request: &CheckRequest<'_, 'b>,
    source: InputSource,
    size: u32,
) -> Result<Arc<ExecutedCase<'b>>, MissingCase> {
    dispatchable(request, size, || {
        request.interpreted.case(request.library, source, size)
    })?;
    request.session.case(request.library, source, size)
}

/// The case of an input that is not the engine's own, run once.
pub(super) fn launched<'b>(
    request: &CheckRequest<'_, 'b>,
    at: (InputSource, u32),
    input: &Input,
) -> Result<ExecutedCase<'b>, MissingCase> {
    dispatchable(request, at.1, || {
        let made = request
            .interpreted
            .made(request.library, at, input.clone(), 1);
        made.map(Arc::new)
    })?;
    request.session.made(request.library, at, input.clone(), 1)
}

/// Checks that a case may be dispatched. A launch that the interpreter stops, or that takes more steps than its plan
/// declares, is not dispatched to a backend: a device may hang, and its results would be meaningless.
fn dispatchable<'b>(
    request: &CheckRequest<'_, 'b>,
    size: u32,
    interpreted: impl FnOnce() -> Result<Arc<ExecutedCase<'b>>, MissingCase>,
) -> Result<(), MissingCase> {
    if let Runner::Backend(_) = request.session.runner {
        request
            .session
            .size_fits(size)
            .map_err(MissingCase::Skipped)?;
        if request.session.runner.is_recorder() {
            return Ok(());
        }
        let message = match interpreted() {
            Err(MissingCase::Run(error @ RunError::Fault(_))) => Some(error.to_string()),
            Ok(interpreted) => termination::check(&interpreted).map(|d| d.causes.join("; ")),
            // The backend reports other faults as well.
            Err(_) => None,
        };
        if let Some(message) = message {
            let what = format!("on this input at this workgroup size {message}");
            return Err(MissingCase::Run(RunError::Withheld(what)));
        }
    }
    Ok(())
}

/// The case of a source at the first of [`SIZES`] that works.
pub(super) fn first_case<'b>(
    request: &CheckRequest<'_, 'b>,
    source: InputSource,
) -> Option<Arc<ExecutedCase<'b>>> {
    SIZES
        .into_iter()
        .find_map(|size| case(request, source, size).ok())
}
