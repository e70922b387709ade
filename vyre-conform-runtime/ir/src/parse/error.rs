//! Why a text is not a program.

use crate::wire::WireFault;
use std::borrow::Cow;

/// The fault, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// The fault.
    pub problem: ParseProblem,
}

/// The fault of a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseProblem {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What may stand here.
        expected: Cow<'static, str>,
        /// What does.
        found: String,
    },
    /// The program is beyond a limit: [`WireFault::Nesting`], [`WireFault::Nodes`] or [`WireFault::Memory`].
    #[error("{0}")]
    Limit(WireFault),
}

/// A problem at a byte of the text. It is behind a pointer, so that what is read is no larger than itself.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) offset: usize,
    pub(super) problem: ParseProblem,
}

/// What is read, or why it is not.
pub(super) type ParseResult<T> = Result<T, Box<Refusal>>;

impl Refusal {
    /// The error, with the place in this text.
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

/// The number of characters of a text a message quotes at most.
const TOLD: usize = 40;

/// A text between backquotes, cut where it is long.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(TOLD) {
        Some((end, _)) => format!("`{}...`", &text[..end]),
        None => format!("`{text}`"),
    }
}
