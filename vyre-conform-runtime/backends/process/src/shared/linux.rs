//! Memory as a file of Linux without a name, which keeps its size.

use nix::fcntl::{FallocateFlags, FcntlArg, SealFlag, fallocate, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::mman::{MapFlags, ProtFlags, mmap, munmap};
use std::fs::File;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd};
use std::ptr::NonNull;

/// Words that are copied and cleared together: they stay in the nearest cache between the two.
const TOGETHER: usize = 1 << 11;

/// Memory that another process sees as well.
#[derive(Debug)]
pub(crate) struct SharedMemory {
    first: NonNull<u32>,
    words: usize,
    /// The file stays open for whoever opens it by the host's name of it.
    file: File,
}

// SAFETY: it owns its mapping, and its methods copy what is there without a reference to it, in whichever thread.
unsafe impl Send for SharedMemory {}

impl SharedMemory {
    /// True if this system has such memory.
    pub(crate) const KNOWN: bool = true;

    /// New memory of this many words, all of them zero. It takes up room where it is written or
    /// [reserved](Self::reserve).
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn create(words: usize) -> io::Result<Self> {
        let flags = MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING;
        let file = File::from(memfd_create("vyre-backend", flags)?);
        file.set_len(4 * words as u64)?;
        // Memory of a file that became shorter would end whoever reads it.
        let seals = SealFlag::F_SEAL_SHRINK | SealFlag::F_SEAL_GROW | SealFlag::F_SEAL_SEAL;
        fcntl(file.as_fd(), FcntlArg::F_ADD_SEALS(seals))?;
        Self::map(file, words)
    }

    /// The memory that another process made.
    ///
    /// # Errors
    /// What the system says, and where it is not of this size, or might shrink.
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
        // SAFETY: the system chooses a place where nothing is. The file has this size for ever.
        let first = unsafe { mmap(None, bytes, access, MapFlags::MAP_SHARED, &file, 0)? };
        Ok(Self {
            first: first.cast(),
            words,
            file,
        })
    }

    /// Where other processes of this user find it, as long as it is there.
    pub(crate) fn path(&self) -> String {
        let (process, file) = (std::process::id(), self.file.as_raw_fd());
        format!("/proc/{process}/fd/{file}")
    }

    /// Takes up the room of these words at once: where there is none, it is better told here than by a signal later.
    ///
    /// # Errors
    /// There is no room.
    pub(crate) fn reserve(&self, range: &Range<usize>) -> io::Result<()> {
        if range.is_empty() {
            return Ok(());
        }
        let [at, bytes] = [range.start, range.len()].map(|words| 4 * words as i64);
        Ok(fallocate(&self.file, FallocateFlags::empty(), at, bytes)?)
    }

    /// Where a range of words is; nothing if it is not inside.
    fn at(&self, at: usize, words: usize) -> Option<*mut u32> {
        let inside = at.checked_add(words).is_some_and(|end| end <= self.words);
        // SAFETY: the mapping has this many words.
        inside.then(|| unsafe { self.first.as_ptr().add(at) })
    }

    /// Copies words to a place; nothing if they do not fit.
    pub(crate) fn put(&self, at: usize, words: &[u32]) -> Option<()> {
        let to = self.at(at, words.len())?;
        // SAFETY: there are this many words behind `to`, and no reference to any of them. Another process may see some
        // of them before others: a frame says when all are there.
        unsafe { to.copy_from_nonoverlapping(words.as_ptr(), words.len()) };
        Some(())
    }

    /// Copies words out; nothing if they are not inside. What another process writes meanwhile is seen or not.
    pub(crate) fn get(&self, range: Range<usize>, into: &mut Vec<u32>) -> Option<()> {
        let from = self.at(range.start, range.len())?;
        into.clear();
        into.reserve(range.len());
        // SAFETY: there are this many words behind `from`, and room for them. Any bits are words, and no reference
        // to the memory is made: it is read once, and what is decided is decided by the copy.
        unsafe {
            from.copy_to_nonoverlapping(into.as_mut_ptr(), range.len());
            into.set_len(range.len());
        }
        Some(())
    }

    /// Puts this word everywhere in a range; nothing if it is not inside.
    pub(crate) fn fill(&self, range: Range<usize>, word: u32) -> Option<()> {
        let to = self.at(range.start, range.len())?;
        for at in 0..range.len() {
            // SAFETY: `at` is within the range, and no reference is made.
            unsafe { to.add(at).write(word) };
        }
        Some(())
    }

    /// Copies words out and leaves this one in the place of each; nothing if they are not inside.
    pub(crate) fn take(&self, range: Range<usize>, into: &mut Vec<u32>, left: u32) -> Option<()> {
        let from = self.at(range.start, range.len())?;
        into.clear();
        into.reserve(range.len());
        for start in (0..range.len()).step_by(TOGETHER) {
            let count = TOGETHER.min(range.len() - start);
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
        // SAFETY: it is the mapping that was made, and nothing refers to it.
        let _ = unsafe { munmap(self.first.cast(), 4 * self.words) };
    }
}
