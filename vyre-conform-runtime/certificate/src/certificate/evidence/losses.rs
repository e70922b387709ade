//! Requests that a backend out of process lost.

use serde::{Deserialize, Serialize};
use vyre_conform_suite::backend::Losses;

/// Requests to a backend out of process, and how many of them it lost: at least one, since a certificate of a run
/// that lost none says nothing of requests, whose number is not the same in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossEvidence {
    /// Requests that were sent.
    pub requests: u64,
    /// Those without an answer, or with something that is not an answer.
    pub lost: u64,
}

impl LossEvidence {
    /// What a certificate says of these; nothing where none was lost.
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
