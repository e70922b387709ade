//! Failures of programs, random ones or those of files.

/// A random program on which runners disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingProgram {
    /// Its seed.
    pub seed: u64,
    /// The difference in words.
    pub difference: String,
    /// The first word that differs, if one does.
    pub word: Option<WrongWord>,
}

/// A failing case of a file of [`filetests`](crate::filetests).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingFiletest {
    /// The name of the file.
    pub file: String,
    /// The line at which the case begins, counted from 1.
    pub line: u64,
    /// The fault.
    pub fault: String,
    /// The first word that differs, if one does.
    pub word: Option<WrongWord>,
}

/// A word that differs from the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongWord {
    /// Index among the buffers read back.
    pub buffer: u64,
    /// Index among the words of the buffer.
    pub word: u64,
    /// The interpreter's word, or the one in the file.
    pub expected: u32,
    /// The backend's word.
    pub found: u32,
}
