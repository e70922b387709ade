//! Requests that a backend out of process lost.

use serde::{Deserialize, Serialize};
use vyre_conform_suite::backend::Losses;

/// Requests to a backend out of process, and the number it lost. It lost at least one: certificates omit the record
/// otherwise, because the number of requests varies between runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossEvidence {
    /// Requests that were sent.
    pub requests: u64,
    /// Requests without an answer or with an invalid one.
    pub lost: u64,
}

impl LossEvidence {
    /// The record of these losses; `None` if no request was lost.
    pub fn of(losses: Losses) -> Option<Self> {
        let Losses { requests, lost } = losses;
        (lost > 0).then_some(Self { requests, lost })
    }

    /// The counts.
    pub const fn losses(self) -> Losses {
        Losses {
            requests: self.requests,
            lost: self.lost,
        }
    }
}
