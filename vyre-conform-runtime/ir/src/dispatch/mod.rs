//! Dispatches: the host's inputs to programs and the outputs that it reads back.
//!
//! A [`Launch`] is a list of dispatches over a set of buffers. Only buffers that are read back outlive
//! a launch, and dispatches communicate only through buffers. The interpreter and every backend run the
//! same launch and must return the same words.

mod arguments;
mod check;

pub use arguments::Arguments;
pub use check::LaunchError;

use crate::Access;
use crate::valid::ValidProgram;

/// The content of a buffer before the first dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Words in the canonical layout: the words of element 0, then of element 1, and so on.
    Words(Vec<u32>),
    /// This number of words, all zero.
    Zeros(usize),
}

impl Contents {
    /// The number of words.
    pub fn len(&self) -> usize {
        match self {
            Self::Words(words) => words.len(),
            Self::Zeros(words) => *words,
        }
    }

    /// True if there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The words themselves.
    pub fn to_words(&self) -> Vec<u32> {
        match self {
            Self::Words(words) => words.clone(),
            Self::Zeros(words) => vec![0; *words],
        }
    }
}

/// One dispatch of a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The program, as an index into the list that is passed with the launch.
    pub program: usize,
    /// Workgroups along x, y and z. If one is zero, nothing runs.
    pub workgroups: [u32; 3],
    /// Indices into [`Launch::buffers`], one for each buffer that the program binds, ascending by
    /// binding.
    pub buffers: Vec<usize>,
}

/// A list of dispatches over a set of buffers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The buffers. Each has one element type throughout and at least one element.
    pub buffers: Vec<Contents>,
    /// The dispatches, in order. A dispatch sees all writes of earlier ones.
    pub steps: Vec<Step>,
    /// The buffers to return after the last dispatch.
    pub read_back: Vec<usize>,
}

impl Launch {
    /// One dispatch of one program with a buffer for each binding, ascending; every `ReadWrite` buffer
    /// is read back, in the same order.
    pub fn single(program: &ValidProgram, workgroups: [u32; 3], buffers: Vec<Contents>) -> Self {
        let bound = program.program().bound();
        let read_back = bound
            .iter()
            .enumerate()
            .filter(|(_, (_, decl))| decl.access == Access::ReadWrite)
            .map(|(k, _)| k)
            .collect();
        let step = Step {
            program: 0,
            workgroups,
            buffers: (0..buffers.len()).collect(),
        };
        Self {
            buffers,
            steps: vec![step],
            read_back,
        }
    }

    /// Checks the launch against the programs and the limits that they were validated for. Every runner
    /// calls this before it allocates anything.
    ///
    /// # Errors
    /// The first mismatch.
    pub fn check(&self, programs: &[ValidProgram]) -> Result<(), LaunchError> {
        check::check(self, programs)
    }
}
