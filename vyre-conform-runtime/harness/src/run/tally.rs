//! Obligations of numbered cases.
//!
//! The cases of an op's obligation are those of its sources, one source after the other, numbered from 0. Any part of
//! the range can run by itself, anywhere and in any order.

use super::part::{PartOutcome, PartResult};
use super::subject::Run;
use crate::interruption::Interruption;
use std::ops::Range;
use vyre_conform_runtime::generate::Source;
use vyre_conform_suite::failing::Tally;

impl Run<'_> {
    /// Runs the cases of a range of these sources, in order.
    pub(super) fn tally_range(
        &self,
        sources: &[Box<dyn Source>],
        range: &Range<u64>,
        some: impl Fn(&dyn Source, Range<u64>) -> Result<Tally, Interruption>,
    ) -> Result<Tally, Interruption> {
        let mut tally = Tally::default();
        let mut first = 0u64;
        for source in sources {
            let end = first.saturating_add(source.len());
            let covered = range.start.max(first)..range.end.min(end);
            if covered.start < covered.end {
                let mut part = some(&**source, covered.start - first..covered.end - first)?;
                if let Some(failure) = &mut part.first {
                    failure.case += first;
                }
                tally.add(part);
            }
            first = end;
        }
        Ok(tally)
    }

    /// The result if no case failed: no case at all is not evidence.
    pub(super) fn none_failed(&self, tally: &Tally) -> PartOutcome {
        match tally.cases {
            0 => Err(Interruption::Impossible(format!(
                "{} ran no case: its input set is empty",
                self.obligation.id
            ))),
            cases => PartResult::cases(cases),
        }
    }
}
