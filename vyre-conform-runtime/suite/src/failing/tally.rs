//! Tallies of ranges of numbered cases.

use super::FailingCase;
use std::collections::BTreeMap;

/// Tally of a range of cases. Tallies of the parts of a range, in any order, add up to that of the whole.
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
    /// True if cases ran and none failed.
    pub fn passed(&self) -> bool {
        self.cases > 0 && self.failures == 0
    }

    /// Adds the tally of another range of the same obligation, in any order.
    pub fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.failures += other.failures;
        self.by_digest += other.by_digest;
        for (reason, cases) in other.skipped {
            *self.skipped.entry(reason).or_default() += cases;
        }
        keep_lower(&mut self.first, other.first);
    }
}

/// Keeps the case with the lower number of two failing cases.
pub(crate) fn keep_lower(first: &mut Option<FailingCase>, other: Option<FailingCase>) {
    let lower = match (&*first, &other) {
        (Some(first), Some(other)) => other.case < first.case,
        (first, _) => first.is_none(),
    };
    if lower {
        *first = other;
    }
}
