//! Tallies of ranges of numbered cases, and the outcome of an obligation from them.
//!
//! The cases of an op's obligation are those of its sources, one source after the other, numbered from
//! 0. Any part of the range can run by itself, anywhere and in any order: the tallies of the parts add up to that of
//!    the whole.

use super::part::{self, Finding, PartResult};
use super::subject::{Interruption, Run};
use std::collections::BTreeMap;
use std::ops::Range;
use vyre_conform_runtime::generate::Source;
use vyre_conform_suite::failing::FailingCase;

/// Tally of a range of cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of cases that ran.
    pub cases: u64,
    /// Number of failing cases.
    pub failures: u64,
    /// The failing case with the lowest number.
    pub first: Option<FailingCase>,
    /// Number of cases compared by the digests of their blocks.
    pub by_digest: u64,
    /// Number of cases of an engine at workgroup sizes beyond a limit of its runner, by reason.
    pub skipped: BTreeMap<String, u64>,
}

impl Tally {
    /// Adds the tally of another range of the same obligation, in any order.
    pub fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.failures += other.failures;
        self.by_digest += other.by_digest;
        for (reason, cases) in other.skipped {
            *self.skipped.entry(reason).or_default() += cases;
        }
        let lower = match (&self.first, &other.first) {
            (Some(mine), Some(theirs)) => theirs.case < mine.case,
            (mine, _) => mine.is_none(),
        };
        if lower {
            self.first = other.first;
        }
    }
}

impl Run<'_> {
    /// Runs the cases of a range of these sources, in order.
    pub(super) fn over(
        &self,
        sources: &[Box<dyn Source>],
        range: &Range<u64>,
        some: impl Fn(&dyn Source, Range<u64>) -> Result<Tally, Interruption>,
    ) -> Result<Tally, Interruption> {
        let mut tally = Tally::default();
        let mut first = 0u64;
        for source in sources {
            let end = first.saturating_add(source.len());
            let part = range.start.max(first)..range.end.min(end);
            if part.start < part.end {
                let mut found = some(&**source, part.start - first..part.end - first)?;
                if let Some(failure) = &mut found.first {
                    failure.case += first;
                }
                tally.add(found);
            }
            first = end;
        }
        Ok(tally)
    }

    /// The result if no case failed: no case at all is not evidence.
    pub(super) fn none_failed(&self, tally: &Tally) -> Finding {
        match tally.cases {
            0 => Err(Interruption::Impossible(format!(
                "{} ran no case: its input set is empty",
                self.obligation.id
            ))),
            cases => PartResult::cases(cases),
        }
    }

    /// Runs an obligation of numbered cases as a whole.
    pub(super) fn every_case(&self) -> Finding {
        let tally = part::tally(self, 0..u64::MAX)?;
        self.note(tally.cases);
        part::conclude(self, &tally)
    }
}
