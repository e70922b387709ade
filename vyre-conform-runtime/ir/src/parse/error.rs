//! Parse errors.

use crate::wire::WireFault;
use std::borrow::Cow;

/// A parse error with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The fault.
    pub problem: ParseProblem,
}

/// The fault of a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseProblem {
    /// An unexpected token.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// The tokens that are allowed.
        expected: Cow<'static, str>,
        /// The actual token.
        found: String,
    },
    /// The program exceeds a limit: [`WireFault::Nesting`], [`WireFault::Nodes`] or
    /// [`WireFault::Memory`].
    #[error("{0}")]
    Limit(WireFault),
}

/// A problem at a byte of the text. It is boxed, which keeps results small.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) offset: usize,
    pub(super) problem: ParseProblem,
}

/// A parsed item, or the reason for failure.
pub(super) type ParseResult<T> = Result<T, Box<Refusal>>;

impl Refusal {
    /// The error with its line and column in this text.
    pub(super) fn in_text(self, text: &str) -> ParseError {
        let before = text.get(..self.offset).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or("");
        ParseError {
            line: 1 + before.matches('\n').count(),
            column: 1 + line.chars().count(),
            problem: self.problem,
        }
    }
}

/// The most characters of a text that a message quotes.
const MAX_QUOTED: usize = 40;

/// A text in backquotes, truncated if it is long.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("`{}...`", &text[..end]),
        None => format!("`{text}`"),
    }
}
