//! An engine's dispatches over buffers that an application has: what a plan is without an input.

use vyre_conform_ir::Program;
use vyre_conform_ir::dispatch::Launch;

/// An engine's work at one length, where the input and the output are buffers of an application.
///
/// The launch holds what the engine has of its own: parameters as words, scratch memory as zeros. Nothing is read back.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Staged {
    /// The programs.
    pub programs: Vec<Program>,
    /// Their dispatches, and the buffers, those of the application included.
    pub launch: Launch,
    /// The buffers of the application, in the order in which it gives them.
    pub buffers: Vec<StagedBuffer>,
    /// Buffers of [`Launch::buffers`] of which no word is read before one of the dispatches has written it.
    pub scratch: Vec<usize>,
}

impl Staged {
    /// Work on these buffers.
    pub fn new(
        programs: Vec<Program>,
        launch: Launch,
        buffers: Vec<StagedBuffer>,
        scratch: Vec<usize>,
    ) -> Self {
        Self {
            programs,
            launch,
            buffers,
            scratch,
        }
    }
}

/// A buffer of the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StagedBuffer {
    /// What it holds, such as `source`.
    pub name: &'static str,
    /// Which of [`Launch::buffers`] it is.
    pub slot: usize,
    /// The words that are read or written, from its first on; it may have more.
    pub words: usize,
    /// What the dispatches do with it.
    pub usage: Usage,
}

impl StagedBuffer {
    /// The buffer in a slot, of this name and many words.
    pub const fn new(name: &'static str, slot: usize, words: usize, usage: Usage) -> Self {
        Self {
            name,
            slot,
            words,
            usage,
        }
    }
}

/// What dispatches do with a buffer of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Usage {
    /// They read it.
    Read,
    /// They write every word of the result, and read none that they have not written.
    Write,
    /// They write it, and expect zeros.
    WriteOnZeros,
}
