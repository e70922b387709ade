//! Dispatches: what the host gives to programs, and what it gets back.
//!
//! A [`Launch`] is a list of dispatches over a set of buffers. Nothing survives a launch but what is
//! read back, and nothing passes from one dispatch to the next but through the buffers. The
//! interpreter and every backend take the same launch and must give the same words.

mod arguments;
mod check;

pub use arguments::Arguments;
pub use check::LaunchError;

use crate::Access;
use crate::valid::ValidProgram;

/// What a buffer holds before the first dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// These words, in the canonical layout: the words of element 0, then of element 1, and so on.
    Words(Vec<u32>),
    /// That many words, all zero.
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

    /// True if there are none.
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
    /// Which program, by its place in the list that the launch is run with.
    pub program: usize,
    /// Workgroups along x, y and z. A zero dispatches nothing.
    pub workgroups: [u32; 3],
    /// For each buffer that the program binds, ascending by binding, which of [`Launch::buffers`].
    pub buffers: Vec<usize>,
}

/// A list of dispatches over a set of buffers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The buffers. Each is used with one element type throughout, and has at least one element.
    pub buffers: Vec<Contents>,
    /// The dispatches, in order. A dispatch sees everything that earlier ones wrote.
    pub steps: Vec<Step>,
    /// The buffers whose words are wanted after the last dispatch.
    pub read_back: Vec<usize>,
}

impl Launch {
    /// One dispatch of one program with a buffer for each binding, ascending; every `ReadWrite`
    /// buffer is read back, in the same order.
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

    /// True if the launch fits the programs and the limits they were validated for. Every runner asks
    /// this before it allocates anything.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check(&self, programs: &[ValidProgram]) -> Result<(), LaunchError> {
        check::check(self, programs)
    }
}
