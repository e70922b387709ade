//! Use of each stated limit at its value: a false limit would fail other people's programs.

mod uses;

use crate::ProcessBackend;
use crate::message::Form;
use uses::{LimitUse, USES};
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::parse;
use vyre_conform_ir::valid::{Limits, validate_program};
use vyre_conform_suite::backend::{Backend, BackendError, is_claimed_by_backend};

/// A program at a limit, and the expected contents of its first buffer.
struct Case {
    text: String,
    workgroups: [u32; 3],
    buffers: Vec<Contents>,
    expected: Vec<u32>,
}

/// Checks that a program works up to its stated limits.
pub(super) fn hold(backend: &ProcessBackend) -> Result<(), String> {
    let limits = backend.limits();
    let shaders = backend.form_of_programs() == Some(Form::Wgsl);
    USES.iter().filter(|item| !(shaders && item.not_of_shaders)).try_for_each(|item| {
        let LimitUse { name, stated, make, .. } = item;
        let case = make(&limits);
        let wrong = case.map_or(Ok(()), |case| holds(backend, &limits, case));
        wrong.map_err(|wrong| {
            format!(
                "`{name}` is {}, but a program at this limit does not run: {wrong}. State the backend's actual limit",
                stated(&limits)
            )
        })
    })
}

fn holds(backend: &ProcessBackend, limits: &Limits, case: Case) -> Result<(), String> {
    let program = parse::program(&case.text).unwrap_or_else(|error| panic!("{error}"));
    // A program that exceeds another limit is skipped.
    let Ok(program) = validate_program(program, &(), limits) else {
        return Ok(());
    };
    let programs = [program];
    let launch = Launch {
        steps: vec![Step {
            program: 0,
            workgroups: case.workgroups,
            buffers: (0..case.buffers.len()).collect(),
        }],
        buffers: case.buffers,
        read_back: vec![0],
    };
    let Some(loaded) = within(backend.load_programs(&programs))? else {
        return Ok(());
    };
    let Some(actual) = within(loaded.run(&launch))? else {
        return Ok(());
    };
    let mut pairs = actual[0].iter().zip(&case.expected).enumerate();
    match pairs.find(|(_, (actual, expected))| actual != expected) {
        None => Ok(()),
        Some((word, (actual, expected))) => Err(format!(
            "word {word} is {actual:#x}, and {expected:#x} is expected"
        )),
    }
}

/// The backend's result; `None` if it reported a lack.
pub(super) fn within<T>(input: Result<T, BackendError>) -> Result<Option<T>, String> {
    match input {
        Ok(input) => Ok(Some(input)),
        Err(BackendError::Programs { .. }) => Ok(None),
        Err(BackendError::UnsupportedByBackend { hardware, .. })
            if !is_claimed_by_backend(&hardware) =>
        {
            Ok(None)
        }
        Err(error) => Err(format!("{error} (list unsupported features in `lacks`)")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_interp::{Options, run_launch};

    /// Oracle: the words by formulas, against the interpreter, at the limits of WebGPU within its memory.
    #[test]
    fn every_use_of_a_limit_is_right() {
        let limits = Limits {
            storage_bytes: 32 << 20,
            ..Limits::WEBGPU
        };
        for entry in USES {
            let case = (entry.make)(&limits).expect(entry.name);
            let program = parse::program(&case.text).expect(entry.name);
            let program = validate_program(program, &(), &limits);
            let program = [program.unwrap_or_else(|broken| panic!("{}: {broken:?}", entry.name))];
            let launch = Launch::single(&program[0], case.workgroups, case.buffers);
            let launch = Launch {
                read_back: vec![0],
                ..launch
            };
            let words = run_launch(&program, &launch, &Options::default()).expect(entry.name);
            assert_eq!(words[0], case.expected, "{}", entry.name);
        }
    }
}
