//! One case that fails: what every check gives, whatever it compares. Minimising, judging, saving and telling are
//! stages over it.

mod engine;
mod no_value;
mod program;

pub use engine::{Difference, Violation};
pub use no_value::{NoValue, PanicReport};
pub use program::{FailingFiletest, FailingProgram, WrongWord};

use vyre_conform_ir::value::{Passing, Value};

/// A case that fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailingCase {
    /// Its number in its source, in its table, or among all cases of its obligation.
    pub case: u64,
    /// The operands, or one value a variable of a law; none of an engine or a program.
    pub inputs: Vec<Value>,
    /// How each of them was passed to a backend; empty where all came from storage.
    pub passed: Vec<Passing>,
    /// What is wrong there.
    pub shows: Shows,
}

/// The fault of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shows {
    /// What is claimed is false of these values.
    #[default]
    False,
    /// A result differs from the expected one.
    Result {
        /// The expected value, or why none is known.
        expected: Result<Value, NoValue>,
        /// The words as they came (a Bool other than 0 and 1 shows as itself), or why there are none.
        found: Result<Vec<u32>, NoValue>,
    },
    /// An engine breaks what is asked of it.
    Engine(Box<Violation>),
    /// Runners disagree on a random program.
    Program(Box<FailingProgram>),
    /// A backend gives other words than a file has.
    Filetest(Box<FailingFiletest>),
}

impl FailingCase {
    /// A case of this number in which a claim is false of these values.
    pub fn of(case: u64, inputs: Vec<Value>) -> Self {
        Self {
            case,
            inputs,
            ..Self::default()
        }
    }

    /// A case that needs no more than its inputs and what is wrong with them.
    pub fn shown(inputs: Vec<Value>, shows: Shows) -> Self {
        Self {
            inputs,
            shows,
            ..Self::default()
        }
    }

    /// The expected value, where one is known.
    pub fn expected(&self) -> Option<Value> {
        match &self.shows {
            Shows::Result { expected, .. } => expected.as_ref().ok().copied(),
            _ => None,
        }
    }

    /// The words that came in its place, where some did.
    pub fn found(&self) -> Option<&[u32]> {
        match &self.shows {
            Shows::Result { found, .. } => found.as_deref().ok(),
            _ => None,
        }
    }

    /// What an engine breaks.
    pub fn violation(&self) -> Option<&Violation> {
        match &self.shows {
            Shows::Engine(violation) => Some(violation),
            _ => None,
        }
    }

    /// The random program on which runners disagree.
    pub fn program(&self) -> Option<&FailingProgram> {
        match &self.shows {
            Shows::Program(program) => Some(program),
            _ => None,
        }
    }

    /// The case of a file whose words a backend does not give.
    pub fn filetest(&self) -> Option<&FailingFiletest> {
        match &self.shows {
            Shows::Filetest(filetest) => Some(filetest),
            _ => None,
        }
    }
}

impl Shows {
    /// A result of a backend, and the one of the reference.
    pub fn differs(expected: Value, found: Vec<u32>) -> Self {
        Self::Result {
            expected: Ok(expected),
            found: Ok(found),
        }
    }
}
