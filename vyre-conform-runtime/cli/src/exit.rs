//! How commands end.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | done: every trial passed, certified, verified, merged, the same, nothing differs |
//! | 1 | refuted: a trial or a part failed, the level that was asked for is not established, the certificate does not verify or was edited, a report shows one that does not, two certificates differ, a replayed case still fails |
//! | 2 | the arguments cannot be used |
//! | 3 | nothing to run or to show: no adapter, no op, case or part of such a name, an unusable registry |
//! | 4 | a file cannot be read or written, or is not what it should be |
//! | 130 | interrupted; what was done is kept |

use std::fmt::Display;
use std::process::ExitCode;

/// The table above for `--help`.
pub(super) const CODES: &str = "Exit codes:
    0  done: passed, certified, verified, merged, the same, nothing differs
    1  refuted: something failed, differs, does not verify, or is not established
    2  the arguments cannot be used
    3  nothing to run or to show: no adapter, no op, case or part of such a name
    4  a file cannot be read or written, or is not what it should be
  130  interrupted; what was done is kept";

/// An exit code by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Success,
    Refuted,
    Usage,
    Nothing,
    Io,
    Interrupted,
}

impl Status {
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Refuted => 1,
            Self::Usage => 2,
            Self::Nothing => 3,
            Self::Io => 4,
            Self::Interrupted => 130,
        }
    }
}

impl Status {
    /// How a command ends whose parts end like this: one that was refuted refutes all.
    pub(super) fn worst(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = parts.into_iter();
        parts
            .find(|status| *status != Self::Success)
            .unwrap_or(Self::Success)
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// Why a command did not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) status: Status,
    pub(super) message: String,
}

impl Failure {
    fn new(status: Status, message: impl Display) -> Self {
        let message = message.to_string();
        Self { status, message }
    }

    /// The same with more words behind it.
    pub(super) fn adding(self, words: &str) -> Self {
        Self {
            message: self.message + words,
            ..self
        }
    }

    pub(super) fn refuted(message: impl Display) -> Self {
        Self::new(Status::Refuted, message)
    }

    pub(super) fn usage(message: impl Display) -> Self {
        Self::new(Status::Usage, message)
    }

    pub(super) fn nothing(message: impl Display) -> Self {
        Self::new(Status::Nothing, message)
    }

    pub(super) fn io(message: impl Display) -> Self {
        Self::new(Status::Io, message)
    }

    pub(super) fn interrupted(message: impl Display) -> Self {
        Self::new(Status::Interrupted, message)
    }
}
