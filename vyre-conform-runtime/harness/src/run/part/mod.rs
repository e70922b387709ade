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
pub(super) struct Def {
    /// Runs an obligation as a whole.
    pub(super) meet: fn(&Run<'_>) -> Finding,
    /// Runs ranges of its cases, if they are numbered.
    pub(super) cases: Option<&'static RangedPart>,
}

/// Saves a failing case and returns the file.
pub(super) type Save = fn(&Run<'_>, &FailingCase) -> Result<PathBuf, StoreError>;

/// Definition of a part with numbered cases.
pub(super) struct RangedPart {
    /// Runs a range of cases.
    tally: fn(&Run<'_>, Range<u64>) -> Result<Tally, Interruption>,
    /// Concludes the obligation; a failing case gives a report.
    conclude: fn(&Run<'_>, &Tally) -> Finding,
    /// Saves the first failing case unreduced; `None` if every case is a file of the suite.
    pub(super) save: Option<Save>,
}

impl RangedPart {
    /// Runs every case and concludes the obligation.
    fn every_case(&self, run: &Run<'_>) -> Finding {
        let tally = (self.tally)(run, 0..u64::MAX)?;
        run.note(tally.cases);
        (self.conclude)(run, &tally)
    }
}

/// Result of a part, or its interruption.
pub(super) type Finding = Result<PartResult, Interruption>;

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
    pub(super) fn cases(cases: u64) -> Finding {
        let skipped = vec![];
        Ok(Self { cases, skipped })
    }
}

/// The table: one line per part.
pub(super) const fn definition(part: &Part) -> Def {
    match part {
        Part::Regressions { .. } => Def::whole(regressions::meet),
        Part::Gates => Def::whole(gates::meet),
        Part::Table => Def::whole(table::meet),
        Part::Law {
            domain: Domain::Proved,
            ..
        } => Def::whole(proof::meet),
        Part::Law { .. } => Def::numbered(law::meet, &law::CASES),
        Part::Interpreter => Def::whole(interpreter::meet),
        Part::Coverage => Def::whole(coverage::meet),
        Part::Deterministic => Def::whole(determinism::meet),
        Part::Parity(_) => Def::numbered(parity::meet, &parity::CASES),
        Part::Operands => Def::whole(operands::meet),
        Part::Engine(Check::Regressions) => Def::whole(engine_regressions::meet),
        Part::Engine(_) => Def::numbered(engine::meet, &engine::CASES),
        Part::Programs => Def::numbered(programs::meet, &programs::CASES),
        Part::Filetests => Def::numbered(filetests::meet, &filetests::CASES),
        Part::Wgsl(_) => Def::numbered(wgsl::meet, &wgsl::CASES),
    }
}

impl Def {
    const fn whole(meet: fn(&Run<'_>) -> Finding) -> Self {
        Self { meet, cases: None }
    }

    const fn numbered(meet: fn(&Run<'_>) -> Finding, cases: &'static RangedPart) -> Self {
        let cases = Some(cases);
        Self { meet, cases }
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
pub(super) fn conclude(run: &Run<'_>, tally: &Tally) -> Finding {
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
