//! Memory as an anonymous Linux file with a sealed size.

use nix::fcntl::{FallocateFlags, FcntlArg, SealFlag, fallocate, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::mman::{MapFlags, ProtFlags, mmap, munmap};
use std::fs::File;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd};
use std::ptr::NonNull;

/// Words that are copied and cleared together, so that they stay in the first-level cache in between.
const CHUNK_WORDS: usize = 1 << 11;

/// Memory shared with another process.
#[derive(Debug)]
pub(crate) struct SharedMemory {
    first: NonNull<u32>,
    words: usize,
    /// The file stays open for processes that open it by the host's path.
    file: File,
}

// SAFETY: it owns its mapping, and its methods copy words without creating references, in any thread.
unsafe impl Send for SharedMemory {}

impl SharedMemory {
    /// True if this system supports such memory.
    pub(crate) const SUPPORTED: bool = true;

    /// Creates memory of this many zero words. Room is allocated on writing or by [`reserve`](Self::reserve).
    ///
    /// # Errors
    ///
    /// Errors of the system.
    pub(crate) fn create(words: usize) -> io::Result<Self> {
        let flags = MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING;
        let file = File::from(memfd_create("vyre-backend", flags)?);
        file.set_len(4 * words as u64)?;
        // Reading memory of a truncated file would end the process.
        let seals = SealFlag::F_SEAL_SHRINK | SealFlag::F_SEAL_GROW | SealFlag::F_SEAL_SEAL;
        fcntl(file.as_fd(), FcntlArg::F_ADD_SEALS(seals))?;
        Self::map(file, words)
    }

    /// Opens the memory that another process created.
    ///
    /// # Errors
    ///
    /// Errors of the system, and memory of another size or without the seal.
    pub(crate) fn open(path: &str, words: usize) -> io::Result<Self> {
        let file = File::options().read(true).write(true).open(path)?;
        let seals = SealFlag::from_bits_retain(fcntl(file.as_fd(), FcntlArg::F_GET_SEALS)?);
        if !seals.contains(SealFlag::F_SEAL_SHRINK) {
            return Err(io::Error::other("the file can become shorter"));
        }
        let bytes = u64::try_from(words)
            .ok()
            .and_then(|words| words.checked_mul(4));
        if bytes != Some(file.metadata()?.len()) {
            return Err(io::Error::other("the file has another size"));
        }
        Self::map(file, words)
    }

    fn map(file: File, words: usize) -> io::Result<Self> {
        let none = || io::Error::other("memory of no words");
        let bytes = NonZeroUsize::new(4 * words).ok_or_else(none)?;
        let access = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
        // SAFETY: the system chooses a free address. The file's size is sealed.
        let first = unsafe { mmap(None, bytes, access, MapFlags::MAP_SHARED, &file, 0)? };
        Ok(Self {
            first: first.cast(),
            words,
            file,
        })
    }

    /// Path for other processes of this user, while this process holds it open.
    pub(crate) fn path(&self) -> String {
        let (process, file) = (std::process::id(), self.file.as_raw_fd());
        format!("/proc/{process}/fd/{file}")
    }

    /// Allocates the room of these words at once: an error here is better than a later signal.
    ///
    /// # Errors
    ///
    /// If there is no room.
    pub(crate) fn reserve(&self, range: &Range<usize>) -> io::Result<()> {
        if range.is_empty() {
            return Ok(());
        }
        let [at, bytes] = [range.start, range.len()].map(|words| 4 * words as i64);
        Ok(fallocate(&self.file, FallocateFlags::empty(), at, bytes)?)
    }

    /// The address of a range of words; `None` if it is out of bounds.
    fn at(&self, position: usize, words: usize) -> Option<*mut u32> {
        let inside = position
            .checked_add(words)
            .is_some_and(|end| end <= self.words);
        // SAFETY: the mapping has this many words.
        inside.then(|| unsafe { self.first.as_ptr().add(position) })
    }

    /// Copies words to a place; `None` if they do not fit.
    pub(crate) fn put(&self, position: usize, words: &[u32]) -> Option<()> {
        let to = self.at(position, words.len())?;
        // SAFETY: `to` has this many words, and no reference to them exists. Another process may see some of them
        // before others: a frame tells when all are written.
        unsafe { to.copy_from_nonoverlapping(words.as_ptr(), words.len()) };
        Some(())
    }

    /// Copies words out; `None` if they are out of bounds. Concurrent writes of another process may or may not be seen.
    pub(crate) fn get(&self, range: Range<usize>, into: &mut Vec<u32>) -> Option<()> {
        let from = self.at(range.start, range.len())?;
        into.clear();
        into.reserve(range.len());
        // SAFETY: `from` has this many words, and there is room for them. Any bits are valid words, and no reference to
        // the memory is created: it is read once, and decisions use the copy.
        unsafe {
            from.copy_to_nonoverlapping(into.as_mut_ptr(), range.len());
            into.set_len(range.len());
        }
        Some(())
    }

    /// Fills a range with this word; `None` if it is out of bounds.
    pub(crate) fn fill(&self, range: Range<usize>, word: u32) -> Option<()> {
        let to = self.at(range.start, range.len())?;
        for index in 0..range.len() {
            // SAFETY: `index` is within the range, and no reference is created.
            unsafe { to.add(index).write(word) };
        }
        Some(())
    }

    /// Copies words out and replaces each by `left`; `None` if they are out of bounds.
    pub(crate) fn take(&self, range: Range<usize>, into: &mut Vec<u32>, left: u32) -> Option<()> {
        let from = self.at(range.start, range.len())?;
        into.clear();
        into.reserve(range.len());
        for start in (0..range.len()).step_by(CHUNK_WORDS) {
            let count = CHUNK_WORDS.min(range.len() - start);
            // SAFETY: as in `get`, and `start + count` is within the range.
            unsafe {
                let (from, to) = (from.add(start), into.as_mut_ptr().add(start));
                from.copy_to_nonoverlapping(to, count);
            }
            let filled = range.start + start;
            self.fill(filled..filled + count, left)?;
        }
        // SAFETY: all of them were written above.
        unsafe { into.set_len(range.len()) };
        Some(())
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // SAFETY: the mapping was created here, and no references to it exist.
        let _ = unsafe { munmap(self.first.cast(), 4 * self.words) };
    }
}
