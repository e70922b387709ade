//! Numbers of cases in a refutation.

use vyre_conform_suite::failing::Tally;

/// Numbers of failing cases and of all cases.
#[derive(Clone, Copy)]
pub(super) struct CaseCounts {
    pub(super) failing: u64,
    pub(super) cases: u64,
}

impl CaseCounts {
    /// One case, which fails.
    pub(super) const ONE: Self = Self {
        failing: 1,
        cases: 1,
    };
}

impl From<&Tally> for CaseCounts {
    fn from(tally: &Tally) -> Self {
        Self {
            failing: tally.failures,
            cases: tally.cases,
        }
    }
}
