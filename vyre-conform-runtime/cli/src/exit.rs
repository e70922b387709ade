//! Exit codes of commands.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | done: every trial passed, certified, verified, merged, the same, nothing differs |
//! | 1 | refuted: a trial or a part failed, the level that was asked for is not established, the certificate does not verify or was edited, a report shows one that does not, two certificates differ, a replayed case still fails |
//! | 2 | the arguments cannot be used |
//! | 3 | nothing to run or to show: no adapter, no op, case or part of such a name, an unusable registry |
//! | 4 | a file cannot be read or written, or is not what it should be |
//! | 130 | interrupted; finished work is kept |

use std::fmt::Display;
use vyre_conform_harness::ContextError;
use vyre_conform_harness::backends::BackendsError;
use vyre_conform_wgpu::SelectError;

/// The table above for `--help`.
pub(super) const CODES: &str = "Exit codes:
    0  success: passed, certified, verified, merged, no difference
    1  refuted: a trial failed, results differ, a certificate does not verify, a level is not established
    2  invalid arguments
    3  nothing to run or show: no adapter, or no op, case or part of this name
    4  a file cannot be read or written, or has the wrong format
  130  interrupted; finished work is kept";

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
    /// The status of a command with these partial results: one refutation refutes all.
    pub(super) fn worst(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = parts.into_iter();
        parts
            .find(|status| *status != Self::Success)
            .unwrap_or(Self::Success)
    }
}

/// Reason why a command failed.
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

    /// Appends words to the message.
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

impl From<BackendsError> for Failure {
    fn from(error: BackendsError) -> Self {
        match &error {
            BackendsError::Patience(_)
            | BackendsError::Select {
                reason: SelectError::Empty { .. },
                ..
            } => Self::usage(error),
            _ => Self::nothing(error),
        }
    }
}

impl From<ContextError> for Failure {
    fn from(error: ContextError) -> Self {
        match error {
            ContextError::Settings(error) => Self::usage(error),
            ContextError::Backends(error) => error.into(),
            ContextError::Store(error) => Self::io(error),
            ContextError::Orphan { .. } => Self::io(error),
            _ => Self::nothing(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_harness::SettingsError;
    use vyre_conform_harness::regressions::StoreError;

    /// Oracle: the table at the top of this file.
    #[test]
    fn one_mistake_has_one_exit_code_wherever_it_is_found() {
        let setting = || SettingsError {
            name: "VYRE_PATIENCE",
            value: "0".to_owned(),
            expected: "a number of seconds such as 120s or 0.5s",
        };
        let select = |reason| BackendsError::Select {
            reason,
            absent: vec![],
        };
        let empty = || SelectError::Empty {
            setting: "--adapter",
            wanted: ",".to_owned(),
        };
        let none = SelectError::NoMatch {
            setting: "--adapter",
            wanted: "x".to_owned(),
            available: "none".to_owned(),
        };
        for (error, status) in [
            (ContextError::Settings(setting()), Status::Usage),
            (ContextError::Backends(setting().into()), Status::Usage),
            (ContextError::Backends(select(empty())), Status::Usage),
            (ContextError::Backends(select(none)), Status::Nothing),
            (
                ContextError::Store(StoreError::Refused("no".to_owned())),
                Status::Io,
            ),
            (
                ContextError::Orphan {
                    path: "x.toml".into(),
                    id: "x".to_owned(),
                },
                Status::Io,
            ),
            (ContextError::NoGpu { slugs: vec![] }, Status::Nothing),
        ] {
            let said = error.to_string();
            let failure = Failure::from(error);
            assert_eq!((failure.status, failure.message), (status, said));
        }
    }
}
