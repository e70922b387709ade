//! A case of a file on a backend.

use super::FiletestCase;
use vyre_conform_ir::Program;
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::{Backend, BackendError, LoadedPrograms, lacks_hardware};

/// The reason why a backend misses the words of a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mismatch {
    /// Validation refuses the program.
    #[error("validation refuses the program: {0}")]
    Invalid(String),
    /// A word is another one.
    #[error("word {word} of buffer {buffer} is {found:#010x}; the file has {expected:#010x}")]
    Words {
        /// Which of the buffers read back.
        buffer: usize,
        /// The word.
        word: usize,
        /// The word of the file.
        expected: u32,
        /// The backend's word.
        found: u32,
    },
    /// A buffer has another number of words.
    #[error("buffer {buffer} has {found} words; the file has {expected}")]
    Size {
        /// Which of the buffers read back.
        buffer: usize,
        /// The number of words in the file; 0 of a buffer that it does not have.
        expected: usize,
        /// The backend's.
        found: usize,
    },
    /// The backend gives no words.
    #[error("{0}")]
    Backend(BackendError),
}

/// Runs cases on a backend. Cases with the same program that follow one another share what is loaded.
pub struct FiletestRunner<'b> {
    backend: &'b dyn Backend,
    loaded: Option<LoadedProgram<'b>>,
}

/// A program on the backend.
struct LoadedProgram<'b> {
    program: Program,
    valid: ValidProgram,
    /// What the backend made of it, or what it lacks for it.
    code: Result<Box<dyn LoadedPrograms + 'b>, String>,
}

impl<'b> FiletestRunner<'b> {
    /// A runner on this backend.
    pub fn new(backend: &'b dyn Backend) -> Self {
        let loaded = None;
        Self { backend, loaded }
    }

    /// Runs a case: nothing where the backend gives the words of the file, and what it lacks where the program is
    /// beyond its limits.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn run(&mut self, case: &FiletestCase) -> Result<Option<String>, Mismatch> {
        let program = &case.case.program;
        let loaded = match self.loaded.take() {
            Some(loaded) if loaded.program == *program => loaded,
            _ => load(self.backend, program)?,
        };
        let loaded = self.loaded.insert(loaded);
        let code = match &loaded.code {
            Ok(code) => code,
            Err(lacks) => return Ok(Some(lacks.clone())),
        };
        let launch = case.case.launch(&loaded.valid);
        match code.run(&launch) {
            Ok(words) => compare(&case.expected, &words).map(|()| None),
            Err(BackendError::UnsupportedByBackend { hardware, .. }) => Ok(Some(hardware)),
            Err(error) => Err(Mismatch::Backend(error)),
        }
    }
}

/// Loads a program, which calls no op of a library.
fn load<'b>(backend: &'b dyn Backend, program: &Program) -> Result<LoadedProgram<'b>, Mismatch> {
    let valid = validate_program(program.clone(), &(), &Limits::WEBGPU);
    let valid = valid.map_err(|found| Mismatch::Invalid(found[0].to_string()))?;
    let code = match lacks_hardware(&valid, backend) {
        Some(lacks) => Err(lacks),
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

/// The first difference between the words of a file and those that came.
fn compare(expected: &[Vec<u32>], found: &[Vec<u32>]) -> Result<(), Mismatch> {
    for buffer in 0..expected.len().max(found.len()) {
        let size = |words: &[Vec<u32>]| words.get(buffer).map_or(0, Vec::len);
        let (expected, found) = (size(expected), size(found));
        if expected != found {
            return Err(Mismatch::Size {
                buffer,
                expected,
                found,
            });
        }
    }
    for (buffer, (expected, found)) in expected.iter().zip(found).enumerate() {
        let mut both = expected.iter().zip(found).enumerate();
        if let Some((word, (expected, found))) = both.find(|(_, (due, found))| due != found) {
            return Err(Mismatch::Words {
                buffer,
                word,
                expected: *expected,
                found: *found,
            });
        }
    }
    Ok(())
}
