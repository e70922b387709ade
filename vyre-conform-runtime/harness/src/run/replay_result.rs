//! What a replayed case showed: in words for a person, and in parts for a program.

use serde::Serialize;

/// What a case showed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReplayResult {
    /// Both sides step by step, and the diagnosis.
    pub text: String,
    /// True if something still differs, breaks or stops.
    pub fails: bool,
    /// What it showed on each implementation, or on each trial of an engine.
    pub results: Vec<On>,
    /// What is wrong, where that can be said.
    pub culprit: Option<String>,
    /// The reason.
    pub reasons: Vec<String>,
}

/// What a case showed in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct On {
    /// The implementation, or the trial.
    pub on: String,
    /// How it went.
    pub outcome: ReplayOutcome,
    /// The value that it gave, or why there is none.
    pub said: Option<String>,
}

/// How a case went in one place.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplayOutcome {
    /// The value that is expected, or one that the tolerance allows.
    Agrees,
    /// Another value.
    Differs,
    /// The law holds, or the engine keeps what is asked.
    Holds,
    /// It does not; of a law that is declared not to hold this is what is expected.
    Broken,
    /// It gave none.
    NoResult,
    /// It was not asked.
    NotRun,
}

impl On {
    /// What was seen there.
    pub(super) fn new(on: &str, outcome: ReplayOutcome, said: Option<String>) -> Self {
        let on = on.to_owned();
        Self { on, outcome, said }
    }
}
