//! Errors in bytes where a frame is expected.

use std::io;

/// Reason why bytes are not a frame.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The bytes end inside a frame.
    #[error("its output ends within a frame")]
    Half,
    /// Reading failed.
    #[error("its output cannot be read: {0}")]
    Read(io::Error),
    /// The length exceeds that of any acceptable frame.
    #[error("a frame of {length} bytes comes where at most {most} are expected")]
    Long {
        /// The stated length.
        length: u64,
        /// Maximal acceptable length.
        most: u64,
    },
    /// The length is too short, or not a whole number of words.
    #[error("a frame has a length of {0} bytes: it has at least 8, and a multiple of 4")]
    Length(u32),
    /// The first bytes are text.
    #[error(
        "it writes text to its standard output, which is for frames: `{0}`. Write logs to standard error"
    )]
    Text(String),
    /// The head is longer than the frame, or not a whole number of words.
    #[error(
        "the head of a frame has {head} bytes, head and words have {rest}: {head} must be a multiple of 4 and at most \
         {rest}"
    )]
    HeadLength {
        /// The head's stated length.
        head: usize,
        /// Bytes after the header.
        rest: usize,
    },
    /// The head is not UTF-8.
    #[error("the head of a frame is not UTF-8")]
    HeadText,
}
