//! The parts of the suite, one file each, and their table.

mod coverage;
mod determinism;
pub(super) mod engine;
mod engine_culprit;
pub(crate) mod engine_regressions;
mod engine_smaller;
mod filetests;
mod gates;
mod interpreter;
pub(super) mod kernels;
mod law;
pub(super) mod operands;
mod parity;
mod programs;
mod proof;
mod regressions;
mod table;
mod wgsl;

pub(super) use engine_regressions as saved;

use super::subject::Run;
use crate::interruption::Interruption;
use crate::regressions::StoreError;
use std::ops::Range;
use std::path::PathBuf;
use vyre_conform_runtime::engine::{Check, SkippedSize};
use vyre_conform_suite::failing::{FailingCase, Tally};
use vyre_conform_suite::plan::{Domain, Obligation, Part};

/// Definition of a part.
pub(super) struct PartRunner {
    /// Runs an obligation as a whole.
    pub(super) run: fn(&Run<'_>) -> PartOutcome,
    /// Runs ranges of its cases, if they are numbered.
    pub(super) cases: Option<&'static RangedPart>,
}

/// Saves a failing case and returns the file.
pub(super) type SaveFn = fn(&Run<'_>, &FailingCase) -> Result<PathBuf, StoreError>;

/// Definition of a part with numbered cases.
pub(super) struct RangedPart {
    /// Runs a range of cases.
    tally: fn(&Run<'_>, Range<u64>) -> Result<Tally, Interruption>,
    /// Concludes the obligation; a failing case gives a report.
    conclude: fn(&Run<'_>, &Tally) -> PartOutcome,
    /// Saves the first failing case unreduced; `None` if every case is a file of the suite.
    pub(super) save: Option<SaveFn>,
}

impl RangedPart {
    /// Runs every case and concludes the obligation.
    fn every_case(&self, run: &Run<'_>) -> PartOutcome {
        let tally = (self.tally)(run, 0..u64::MAX)?;
        run.note(tally.cases);
        (self.conclude)(run, &tally)
    }
}

/// Result of a part, or its interruption.
pub(super) type PartOutcome = Result<PartResult, Interruption>;

/// Result of an obligation that holds.
#[derive(Debug, Default)]
pub(super) struct PartResult {
    /// Number of cases that ran.
    pub(super) cases: u64,
    /// Workgroup sizes of an engine beyond a limit of its runner.
    pub(super) skipped: Vec<SkippedSize>,
}

impl PartResult {
    /// A passed result with this many cases.
    pub(super) fn cases(cases: u64) -> PartOutcome {
        let skipped = vec![];
        Ok(Self { cases, skipped })
    }
}

/// The table: one line per part.
pub(super) const fn definition(part: &Part) -> PartRunner {
    match part {
        Part::Regressions { .. } => PartRunner::whole(regressions::meet),
        Part::Gates => PartRunner::whole(gates::meet),
        Part::Table => PartRunner::whole(table::meet),
        Part::Law {
            domain: Domain::Proved,
            ..
        } => PartRunner::whole(proof::meet),
        Part::Law { .. } => PartRunner::numbered(law::meet, &law::CASES),
        Part::Interpreter => PartRunner::whole(interpreter::meet),
        Part::Coverage => PartRunner::whole(coverage::run),
        Part::Deterministic => PartRunner::whole(determinism::meet),
        Part::Parity(_) => PartRunner::numbered(parity::meet, &parity::CASES),
        Part::Operands => PartRunner::whole(operands::meet),
        Part::Engine(Check::Regressions) => PartRunner::whole(engine_regressions::meet),
        Part::Engine(_) => PartRunner::numbered(engine::meet, &engine::CASES),
        Part::Programs => PartRunner::numbered(programs::meet, &programs::CASES),
        Part::Filetests => PartRunner::numbered(filetests::meet, &filetests::CASES),
        Part::Wgsl(_) => PartRunner::numbered(wgsl::meet, &wgsl::CASES),
    }
}

impl PartRunner {
    const fn whole(run: fn(&Run<'_>) -> PartOutcome) -> Self {
        Self { run, cases: None }
    }

    const fn numbered(run: fn(&Run<'_>) -> PartOutcome, cases: &'static RangedPart) -> Self {
        let cases = Some(cases);
        Self { run, cases }
    }
}

/// Runs a range of an obligation's cases.
pub(super) fn tally(run: &Run<'_>, range: Range<u64>) -> Result<Tally, Interruption> {
    match definition(&run.obligation.part).cases {
        Some(cases) => (cases.tally)(run, range),
        None => Err(Interruption::Impossible(is_whole(run.obligation))),
    }
}

/// The outcome of an obligation from the tally of all its ranges.
pub(super) fn conclude(run: &Run<'_>, tally: &Tally) -> PartOutcome {
    match definition(&run.obligation.part).cases {
        Some(cases) => (cases.conclude)(run, tally),
        None => Err(Interruption::Impossible(is_whole(run.obligation))),
    }
}

/// The message that an obligation has no numbered cases.
pub(super) fn is_whole(obligation: &Obligation) -> String {
    format!(
        "{} has no numbered cases: it runs as a whole",
        obligation.id
    )
}
