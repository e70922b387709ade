//! Results of a run: one typed record per obligation, complete enough to compute levels.

use crate::failing::FailingCase;
use crate::plan::Obligation;
use crate::prover::LawProof;
use std::path::PathBuf;
use std::time::Duration;
use vyre_conform_ir::value::Passing;
use vyre_conform_runtime::engine::SkippedSize;

/// A record: an obligation and its outcome.
#[derive(Clone, Debug)]
pub struct Record {
    /// The obligation.
    pub obligation: Obligation,
    /// Its outcome.
    pub outcome: Outcome,
    /// Number of cases that ran.
    pub cases: u64,
    /// Workgroup sizes of an engine beyond a limit of its runner.
    pub skipped: Vec<SkippedSize>,
    /// For the obligation of coverage: the declared boundaries and classes that inputs hit.
    pub coverage: Option<CoveredClasses>,
    /// For a proved law: its evidence.
    pub proof: Option<LawProof>,
}

/// Numbers of boundaries and classes hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoveredClasses {
    /// Number of declared boundaries that an input hit.
    pub boundaries: u64,
    /// Number of classes that an input hit.
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
            coverage: None,
            proof: None,
        }
    }

    /// The id of the failing trial that prevented this one.
    pub fn blocking_trial(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::NotRun(NotRun::Blocked { trial, .. }) => Some(trial),
            _ => None,
        }
    }
}

/// Outcome of an obligation. Only `Passed` is a pass.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It holds.
    Passed,
    /// Refuted, or impossible to decide.
    Failed(Box<Failure>),
    /// A Category C op whose hardware the backend lacks, or an engine on a backend that runs no programs.
    UnsupportedByBackend {
        /// The hardware feature, or `whole programs`.
        hardware: String,
    },
    /// Not run, with the reason.
    NotRun(NotRun),
}

/// Reason why an obligation did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotRun {
    /// No adapter was found.
    NoAdapter(String),
    /// The filter of the command line left it out.
    Filtered,
    /// A dependency failed.
    Blocked {
        /// The trial that reports the fault.
        trial: String,
        /// The consequence for this obligation.
        consequence: String,
    },
    /// A law that no prover decided, with the reason.
    Undecided(String),
    /// The run's time was over.
    Pending {
        /// Its run time by then; `None` if it had not started.
        elapsed: Option<Duration>,
    },
}

impl std::fmt::Display for NotRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoAdapter(reason) => write!(f, "not run: no adapter: {reason}"),
            Self::Filtered => write!(f, "not run: the filter leaves it out"),
            Self::Undecided(why) => write!(f, "undecided: {why}"),
            Self::Pending { elapsed: None } => write!(f, "pending: the run ended before it began"),
            Self::Pending { elapsed: Some(ran) } => {
                let seconds = ran.as_secs();
                write!(f, "pending: the run ended when it had run for {seconds} s")
            }
            Self::Blocked { trial, consequence } => {
                write!(f, "not run, because {consequence}: see `{trial}`")
            }
        }
    }
}

/// A refutation.
#[derive(Clone, Debug, Default)]
pub struct Failure {
    /// The false claim, in one line.
    pub headline: String,
    /// The smallest failing case found.
    pub case: FailingCase,
    /// Number of cases that ran, at least as many as fail.
    pub cases: u64,
    /// Number of failing cases among them.
    pub failing: u64,
    /// The complete report, ready to print.
    pub report: String,
    /// The report as data.
    pub details: FailureDetails,
    /// Reason why the failing input could not be saved although it should have been.
    pub unsaved: Option<String>,
}

/// A failure report as data for programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureDetails {
    /// Names of the failing input's values: parameters of the op, or variables of the law.
    pub names: Vec<String>,
    /// Passing mode of each value; empty if all came from storage.
    pub passing_modes: Vec<Passing>,
    /// The expected value, the output of an engine, or the claim of a law.
    pub expected: Option<String>,
    /// Its oracle.
    pub oracle: Option<String>,
    /// The actual value; for a law, the evaluation of its sides.
    pub actual: Option<String>,
    /// The component at fault.
    pub culprit: Option<String>,
    /// Further faults in the trial.
    pub other_faults: Vec<String>,
    /// The reasons, most important first.
    pub reasons: Vec<String>,
    /// The replay command.
    pub replay: Option<String>,
    /// The file with the saved case.
    pub saved: Option<PathBuf>,
}

/// The number of cases that an outcome implies.
fn outcome_cases(outcome: &Outcome) -> u64 {
    match outcome {
        Outcome::Failed(failure) => failure.cases.max(failure.failing),
        _ => 0,
    }
}

impl Outcome {
    /// The number of cases that ran, at least those that a failure counts.
    pub fn cases(&self, ran: u64) -> u64 {
        ran.max(outcome_cases(self))
    }

    /// True if the obligation holds.
    pub fn passed(&self) -> bool {
        matches!(self, Self::Passed)
    }
}
