//! What a random program shows.

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

/// A word that a backend gives, and not the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongWord {
    /// Which of the buffers that are read back.
    pub buffer: u64,
    /// Which of its words.
    pub word: u64,
    /// The interpreter's.
    pub expected: u32,
    /// The backend's.
    pub found: u32,
}
