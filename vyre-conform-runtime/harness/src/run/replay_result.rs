//! Result of a replay: as text, and as data for programs.

use serde::Serialize;

/// Result of a replayed case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReplayResult {
    /// Both sides step by step, and the diagnosis.
    pub text: String,
    /// True if something still differs, breaks or stops.
    pub fails: bool,
    /// Result on each implementation, or of each trial of an engine.
    pub results: Vec<ImplementationResult>,
    /// The culprit, if known.
    pub culprit: Option<String>,
    /// Further faults.
    pub also: Vec<String>,
    /// The reasons for the blame.
    pub reasons: Vec<String>,
}

/// Result of a case in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ImplementationResult {
    /// Implementation or trial.
    pub on: String,
    /// Its outcome.
    pub outcome: ReplayOutcome,
    /// The value, or the reason for its lack.
    pub said: Option<String>,
}

/// Outcome of a case in one place.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplayOutcome {
    /// The expected value, or one within the tolerance.
    Agrees,
    /// Another value.
    Differs,
    /// The law or the check of the engine holds.
    Holds,
    /// It is broken; for a law declared not to hold, as expected.
    Broken,
    /// It gave no value.
    NoResult,
    /// It did not run.
    NotRun,
}

impl ImplementationResult {
    /// The result in a place.
    pub(super) fn new(on: &str, outcome: ReplayOutcome, message: Option<String>) -> Self {
        let on = on.to_owned();
        Self {
            on,
            outcome,
            said: message,
        }
    }
}
