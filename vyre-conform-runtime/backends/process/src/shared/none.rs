//! Systems without such memory: words go through pipes.

use std::io;
use std::ops::Range;

/// Uninhabited: there is no such memory.
#[derive(Debug)]
pub(crate) enum SharedMemory {}

impl SharedMemory {
    /// True if this system supports such memory.
    pub(crate) const SUPPORTED: bool = false;

    /// Unsupported.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn create(_words: usize) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Unsupported.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn open(_path: &str, _words: usize) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn path(&self) -> String {
        match *self {}
    }

    pub(crate) fn reserve(&self, _range: &Range<usize>) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn put(&self, _at: usize, _words: &[u32]) -> Option<()> {
        match *self {}
    }

    pub(crate) fn get(&self, _range: Range<usize>, _into: &mut Vec<u32>) -> Option<()> {
        match *self {}
    }

    pub(crate) fn fill(&self, _range: Range<usize>, _word: u32) -> Option<()> {
        match *self {}
    }

    pub(crate) fn take(
        &self,
        _range: Range<usize>,
        _into: &mut Vec<u32>,
        _left: u32,
    ) -> Option<()> {
        match *self {}
    }
}
