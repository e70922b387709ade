//! What a program shows, random or of a file.

/// A random program on which runners disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingProgram {
    /// The seed that it is made from.
    pub seed: u64,
    /// What they disagree about.
    pub why: String,
    /// The first word that differs, where a word does.
    pub word: Option<WrongWord>,
}

/// A case of a file of [`filetests`](crate::filetests) that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingFiletest {
    /// The name of the file.
    pub file: String,
    /// The line at which the case begins, from 1.
    pub line: u64,
    /// The fault.
    pub why: String,
    /// The first word that differs, where a word does.
    pub word: Option<WrongWord>,
}

/// A word that a backend gives, and not the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongWord {
    /// Which of the buffers that are read back.
    pub buffer: u64,
    /// Which of its words.
    pub word: u64,
    /// The interpreter's, or the one in the file.
    pub expected: u32,
    /// The backend's.
    pub found: u32,
}
