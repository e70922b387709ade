//! What a run showed: one record an obligation, typed, complete enough to compute levels from.

use crate::failing::FailingCase;
use crate::plan::Obligation;
use crate::prover::ProvedBy;
use std::path::PathBuf;
use std::time::Duration;
use vyre_conform_ir::value::Passing;
use vyre_conform_runtime::engine::SkippedSize;

/// A record: an obligation and how it ended.
#[derive(Clone, Debug)]
pub struct Record {
    /// What was to be shown.
    pub obligation: Obligation,
    /// How it ended.
    pub outcome: Outcome,
    /// Cases run.
    pub cases: u64,
    /// Workgroup sizes of an engine that its runner cannot take.
    pub skipped: Vec<SkippedSize>,
    /// Of the obligation of coverage: the declared boundaries and the classes that inputs hit.
    pub covered: Option<CoveredClasses>,
    /// Of a law that was proved: what stands behind it.
    pub proof: Option<ProvedBy>,
}

/// What the counter of classes found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoveredClasses {
    /// Declared boundaries that an input hit.
    pub boundaries: u64,
    /// Classes that an input hit.
    pub classes: u64,
}

impl Record {
    /// A record of an obligation that ran no case.
    pub fn not_run(obligation: &Obligation, outcome: Outcome) -> Self {
        Self {
            obligation: obligation.clone(),
            cases: outcome_cases(&outcome),
            outcome,
            skipped: vec![],
            covered: None,
            proof: None,
        }
    }

    /// The id of another trial that fails, because of which nothing was run.
    pub fn because_of(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::NotRun(NotRun::Because { trial, .. }) => Some(trial),
            _ => None,
        }
    }
}

/// How an obligation ended. Only `Passed` is a pass.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Shown.
    Passed,
    /// Refuted or impossible to show.
    Failed(Box<Failure>),
    /// A Category C op whose hardware the backend lacks, or an engine on a backend that runs no whole
    /// programs.
    UnsupportedByBackend {
        /// The hardware feature, or `whole programs`.
        hardware: String,
    },
    /// Not run, and why.
    NotRun(NotRun),
}

/// The reason why an obligation was not run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotRun {
    /// No adapter was found.
    NoAdapter(String),
    /// The filter of the command line left it out.
    Filtered,
    /// Something that it depends on failed.
    Because {
        /// The trial that says what is wrong.
        trial: String,
        /// What follows from it for this one.
        why: String,
    },
    /// Nobody could decide it, and why: of laws that are to be proved.
    Undecided(String),
    /// The time of the run was over.
    Pending {
        /// The time that it had run by then; nothing if it had not begun.
        ran: Option<Duration>,
    },
}

impl std::fmt::Display for NotRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoAdapter(reason) => write!(f, "not run: no adapter: {reason}"),
            Self::Filtered => write!(f, "not run: the filter leaves it out"),
            Self::Undecided(why) => write!(f, "undecided: {why}"),
            Self::Pending { ran: None } => write!(f, "pending: the run ended before it began"),
            Self::Pending { ran: Some(ran) } => {
                let seconds = ran.as_secs();
                write!(f, "pending: the run ended when it had run for {seconds} s")
            }
            Self::Because { trial, why } => write!(f, "not run, because {why}: see `{trial}`"),
        }
    }
}

/// A refutation.
#[derive(Clone, Debug, Default)]
pub struct Failure {
    /// One line: what is false.
    pub headline: String,
    /// The smallest failing case found.
    pub case: FailingCase,
    /// Cases run, where they are known: at least as many as fail.
    pub cases: u64,
    /// Failing cases among those run.
    pub failing: u64,
    /// The whole report, ready to print.
    pub report: String,
    /// What the report says, in parts.
    pub told: FailureText,
    /// The reason why the failing input could not be saved, where it should have been.
    pub unsaved: Option<String>,
}

/// What a report of a failure says in words, in parts for programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureText {
    /// What the failing input's values are called: parameters of the op, or variables of the law.
    pub names: Vec<String>,
    /// How a backend was given each of them; empty where all came from storage.
    pub passed: Vec<Passing>,
    /// What is expected: a value, the output of an engine, or of a law what it claims.
    pub expected: Option<String>,
    /// Who says so.
    pub oracle: Option<String>,
    /// What is there in its place; of a law how its sides came about.
    pub actual: Option<String>,
    /// The fault.
    pub culprit: Option<String>,
    /// The reason why that is so, the weightiest first.
    pub reasons: Vec<String>,
    /// The command that runs the case again.
    pub replay: Option<String>,
    /// The file that keeps the case.
    pub saved: Option<PathBuf>,
}

/// The cases that an outcome is about.
fn outcome_cases(outcome: &Outcome) -> u64 {
    match outcome {
        Outcome::Failed(failure) => failure.cases.max(failure.failing),
        _ => 0,
    }
}

impl Outcome {
    /// The cases that ran of an obligation, of which at least those count that a failure names.
    pub fn cases(&self, ran: u64) -> u64 {
        ran.max(outcome_cases(self))
    }

    /// True if the obligation is met.
    pub fn passed(&self) -> bool {
        matches!(self, Self::Passed)
    }
}
