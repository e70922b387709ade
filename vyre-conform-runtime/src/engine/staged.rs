//! An engine's dispatches over an application's buffers: a plan without an input.

use vyre_conform_ir::Program;
use vyre_conform_ir::dispatch::Launch;

/// An engine's work at one length, with input and output in buffers of an application.
///
/// The launch holds the engine's own data: parameters as words, scratch memory as zeros. Nothing is
/// read back.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Staged {
    /// The programs.
    pub programs: Vec<Program>,
    /// Their dispatches and all buffers, those of the application included.
    pub launch: Launch,
    /// The buffers of the application, in the order of its arguments.
    pub buffers: Vec<StagedBuffer>,
    /// Indices into [`Launch::buffers`] of buffers whose words are all written by a dispatch before any
    /// is read.
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
    /// Name of its content, such as `source`.
    pub name: &'static str,
    /// Index into [`Launch::buffers`].
    pub slot: usize,
    /// The number of words, from the first on, that are read or written; the buffer may be longer.
    pub words: usize,
    /// The access of the dispatches.
    pub usage: Usage,
}

impl StagedBuffer {
    /// The buffer in a slot, with this name and number of words.
    pub const fn new(name: &'static str, slot: usize, words: usize, usage: Usage) -> Self {
        Self {
            name,
            slot,
            words,
            usage,
        }
    }
}

/// Access of dispatches to a buffer of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Usage {
    /// Read only.
    Read,
    /// Writes every word of the result, and reads only words that the dispatches have written.
    Write,
    /// Writes, and requires zeros on entry.
    WriteOnZeros,
}
