//! Calls of an engine author's functions: a panic becomes a message with its location, and each call is recorded while
//! it runs, so that one that does not return is reported with its input.
//!
//! An engine has thousands of cases, so a bare panic says little. Its report names the function, the number of the
//! input, the workgroup size, and the line of the panic.

use crate::strategy::quietly;
use vyre_conform_runtime::engine::InputSource;
use vyre_conform_runtime::registry::calls::{EngineCall, EngineFunction, of_engine};

/// Calls a function of the engine, such as `plan`, for a case.
///
/// # Errors
///
/// The panic with its location and the remedy.
pub(super) fn call<R>(
    engine: &'static str,
    function: EngineFunction,
    source: InputSource,
    size: Option<u32>,
    f: impl FnOnce() -> R,
) -> Result<R, String> {
    of_panic(function, source, size, || {
        noted(engine, function, source, size, f)
    })
}

/// Does work that calls a function of the engine; each call is recorded separately.
///
/// # Errors
///
/// As for [`call`].
pub(super) fn of_panic<R>(
    function: EngineFunction,
    source: InputSource,
    size: Option<u32>,
    work: impl FnOnce() -> R,
) -> Result<R, String> {
    quietly(work).map_err(|panic| {
        let size = size.map(|size| format!(", workgroup size {size}"));
        let size = size.unwrap_or_default();
        format!(
            "the engine's function `{function}` panicked on input {source}{size}: {panic}. It must return a result \
             for every input and every workgroup size"
        )
    })
}

/// Calls a function of the engine and records the call while it runs.
pub fn noted<R>(
    engine: &'static str,
    function: EngineFunction,
    source: InputSource,
    size: Option<u32>,
    f: impl FnOnce() -> R,
) -> R {
    let engine_call = || EngineCall {
        engine,
        function,
        source: source.to_string(),
        size,
    };
    of_engine(engine_call, f)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of `call`, and the line of the panic in this file.
    #[test]
    fn panic_names_function_case_and_line() {
        assert_eq!(
            call(
                "e",
                EngineFunction::Plan,
                InputSource::Generated(1),
                Some(64),
                || 7
            ),
            Ok(7)
        );
        let line = line!() + 1;
        let panics = || -> u32 { panic!("no plan") };
        let message = call(
            "e",
            EngineFunction::Plan,
            InputSource::Generated(3),
            Some(64),
            panics,
        )
        .expect_err("it panics");
        let place = format!("{}:{line}:", file!());
        for part in ["`plan`", "input 3, workgroup size 64: no plan (", &place] {
            assert!(message.contains(part), "no `{part}` in {message}");
        }
        let message = call(
            "e",
            EngineFunction::Inputs,
            InputSource::Corpus(2),
            None,
            panics,
        )
        .expect_err("it panics");
        assert!(message.contains("input corpus:2: no plan"), "{message}");
    }
}
