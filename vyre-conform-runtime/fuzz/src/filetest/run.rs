//! Execution of a filetest case on a backend.

use super::FiletestCase;
use vyre_conform_ir::Program;
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::{Backend, BackendError, LoadedPrograms, missing_hardware};

/// The reason why a backend fails a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mismatch {
    /// Validation rejects the program.
    #[error("validation refuses the program: {0}")]
    Invalid(String),
    /// A word differs.
    #[error("word {word} of buffer {buffer} is {actual:#010x}; the file has {expected:#010x}")]
    Words {
        /// Index of the buffer read back.
        buffer: usize,
        /// The word.
        word: usize,
        /// The expected word.
        expected: u32,
        /// The backend's word.
        actual: u32,
    },
    /// A buffer has the wrong number of words.
    #[error("buffer {buffer} has {actual} words; the file has {expected}")]
    Size {
        /// Index of the buffer read back.
        buffer: usize,
        /// The expected number of words; 0 for an unexpected buffer.
        expected: usize,
        /// The backend's number.
        actual: usize,
    },
    /// The backend fails.
    #[error("{0}")]
    Backend(BackendError),
}

/// Runs cases on a backend. Consecutive cases with the same program share the loaded code.
pub struct FiletestRunner<'b> {
    backend: &'b dyn Backend,
    loaded: Option<LoadedProgram<'b>>,
}

/// A program on the backend.
struct LoadedProgram<'b> {
    program: Program,
    valid: ValidProgram,
    /// The loaded code, or the exceeded limit.
    code: Result<Box<dyn LoadedPrograms + 'b>, String>,
}

impl<'b> FiletestRunner<'b> {
    /// A runner on this backend.
    pub fn new(backend: &'b dyn Backend) -> Self {
        let loaded = None;
        Self { backend, loaded }
    }

    /// Runs a case: returns `None` if the backend returns the expected words, and the exceeded limit if
    /// the program is too large for it.
    ///
    /// # Errors
    /// The first mismatch.
    pub fn run(&mut self, case: &FiletestCase) -> Result<Option<String>, Mismatch> {
        let program = &case.case.program;
        let loaded = match self.loaded.take() {
            Some(loaded) if loaded.program == *program => loaded,
            _ => load(self.backend, program)?,
        };
        let loaded = self.loaded.insert(loaded);
        let code = match &loaded.code {
            Ok(code) => code,
            Err(limit) => return Ok(Some(limit.clone())),
        };
        let launch = case.case.launch(&loaded.valid);
        match code.run(&launch) {
            Ok(words) => compare(&case.expected, &words).map(|()| None),
            Err(BackendError::UnsupportedByBackend { hardware, .. }) => Ok(Some(hardware)),
            Err(error) => Err(Mismatch::Backend(error)),
        }
    }
}

/// Loads a program, which must not call library ops.
fn load<'b>(backend: &'b dyn Backend, program: &Program) -> Result<LoadedProgram<'b>, Mismatch> {
    let valid = validate_program(program.clone(), &(), &Limits::WEBGPU);
    let valid = valid.map_err(|actual| Mismatch::Invalid(actual[0].to_string()))?;
    let code = match missing_hardware(&valid, backend) {
        Some(limit) => Err(limit),
        None => match backend.load_programs(std::slice::from_ref(&valid)) {
            Ok(code) => Ok(code),
            Err(BackendError::UnsupportedByBackend { hardware, .. }) => Err(hardware),
            Err(error) => return Err(Mismatch::Backend(error)),
        },
    };
    Ok(LoadedProgram {
        program: program.clone(),
        valid,
        code,
    })
}

/// The first difference between expected and actual words.
fn compare(expected: &[Vec<u32>], actual: &[Vec<u32>]) -> Result<(), Mismatch> {
    for buffer in 0..expected.len().max(actual.len()) {
        let size = |words: &[Vec<u32>]| words.get(buffer).map_or(0, Vec::len);
        let (expected, actual) = (size(expected), size(actual));
        if expected != actual {
            return Err(Mismatch::Size {
                buffer,
                expected,
                actual,
            });
        }
    }
    for (buffer, (expected, actual)) in expected.iter().zip(actual).enumerate() {
        let mut pairs = expected.iter().zip(actual).enumerate();
        if let Some((word, (expected, actual))) = pairs.find(|(_, (want, actual))| want != actual) {
            return Err(Mismatch::Words {
                buffer,
                word,
                expected: *expected,
                actual: *actual,
            });
        }
    }
    Ok(())
}
