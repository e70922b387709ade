//! A failing case, the common result of all checks. Reducing, diagnosing, saving and reporting are stages over it.

mod engine;
mod no_value;
mod program;
mod tally;

pub use engine::{Difference, Violation};
pub use no_value::{NoValue, PanicReport};
pub use program::{FailingFiletest, FailingProgram, WrongWord};
pub use tally::Tally;
pub(crate) use tally::keep_lower;

use vyre_conform_ir::value::{Passing, Value};

/// A failing case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailingCase {
    /// Its number in its source, in its table, or among all cases of its obligation.
    pub case: u64,
    /// The operands, or one value per variable of a law; empty for an engine or a program.
    pub inputs: Vec<Value>,
    /// Passing mode of each value; empty if all came from storage.
    pub passing_modes: Vec<Passing>,
    /// The fault.
    pub fault: CaseFault,
}

/// Fault of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaseFault {
    /// The claim is false for these values.
    #[default]
    FalseClaim,
    /// A result differs from the expected one.
    WrongResult {
        /// The expected value, or the reason for its lack.
        expected: Result<Value, NoValue>,
        /// The raw words (a Bool other than 0 and 1 stays as it is), or the reason for their lack.
        found: Result<Vec<u32>, NoValue>,
    },
    /// An engine breaks a check.
    Engine(Box<Violation>),
    /// Runners disagree on a random program.
    Program(Box<FailingProgram>),
    /// A backend's words differ from those in a file.
    Filetest(Box<FailingFiletest>),
}

impl FailingCase {
    /// A case of this number for which a claim is false.
    pub fn false_claim(case: u64, inputs: Vec<Value>) -> Self {
        Self {
            case,
            inputs,
            ..Self::default()
        }
    }

    /// A case without a number.
    pub fn unnumbered(inputs: Vec<Value>, fault: CaseFault) -> Self {
        Self {
            inputs,
            fault,
            ..Self::default()
        }
    }

    /// The expected value, if known.
    pub fn expected(&self) -> Option<Value> {
        match &self.fault {
            CaseFault::WrongResult { expected, .. } => expected.as_ref().ok().copied(),
            _ => None,
        }
    }

    /// The actual words, if any.
    pub fn found(&self) -> Option<&[u32]> {
        match &self.fault {
            CaseFault::WrongResult { found, .. } => found.as_deref().ok(),
            _ => None,
        }
    }

    /// The violation of an engine.
    pub fn violation(&self) -> Option<&Violation> {
        match &self.fault {
            CaseFault::Engine(violation) => Some(violation),
            _ => None,
        }
    }

    /// The random program on which runners disagree.
    pub fn program(&self) -> Option<&FailingProgram> {
        match &self.fault {
            CaseFault::Program(program) => Some(program),
            _ => None,
        }
    }

    /// The failing case of a file.
    pub fn filetest(&self) -> Option<&FailingFiletest> {
        match &self.fault {
            CaseFault::Filetest(filetest) => Some(filetest),
            _ => None,
        }
    }
}

impl CaseFault {
    /// A backend's result that differs from the reference's.
    pub fn wrong_result(expected: Value, found: Vec<u32>) -> Self {
        Self::WrongResult {
            expected: Ok(expected),
            found: Ok(found),
        }
    }
}
