//! Faults of a backend's behaviour.

use crate::frame::{ERROR, FrameError};
use std::time::Duration;

/// Fault of a backend's behaviour. The connection is unusable afterwards.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Its output ended.
    #[error("it closed its output without an answer")]
    Ended,
    /// It did not answer in time.
    #[error("it gave no answer to `{request}` within {} s ({deadline})", .after.as_secs_f64())]
    Hung {
        /// The kind of the request.
        request: &'static str,
        /// Elapsed time.
        after: Duration,
        /// Source of the limit, with the way to extend it.
        deadline: String,
    },
    /// Its output is not a frame, or longer than requested.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// It answers another request.
    #[error("it answered request {actual} instead of {expected}")]
    OtherId {
        /// The id of its answer.
        actual: u32,
        /// The id of the request.
        expected: u32,
    },
    /// It answers with a frame of another kind.
    #[error(
        "its answer to `{request}` is a frame of kind {actual:#04x}, and {expected:#04x} is expected, or {ERROR:#04x} for \
         an error"
    )]
    OtherKind {
        /// The kind of the request.
        request: &'static str,
        /// The kind of its answer.
        actual: u8,
        /// The expected kind.
        expected: u8,
    },
    /// The head of its answer is not the expected one.
    #[error("the head of its answer to `{request}` cannot be used: {why}")]
    Head {
        /// The kind of the request.
        request: &'static str,
        /// The fault.
        why: String,
    },
    /// Its answer has another number of words.
    #[error("its answer to `{request}` has {actual} words, and {expected} are expected")]
    Words {
        /// The kind of the request.
        request: &'static str,
        /// Words of the answer.
        actual: usize,
        /// Words that are expected.
        expected: usize,
    },
    /// It sends an answer without a request.
    #[error("it wrote a frame without a request")]
    Unasked,
    /// It speaks another protocol.
    #[error("it speaks `{actual}`, but this host speaks {expected}: use a backend of that version")]
    Version {
        /// Its protocol.
        actual: String,
        /// The host's protocol.
        expected: &'static str,
    },
}
