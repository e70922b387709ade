//! Verdicts: obligations that passed.

use crate::Key;
use serde::{Deserialize, Serialize};
use std::time::{Duration, UNIX_EPOCH};

/// An obligation that passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// Digest of everything that the result depends on.
    pub key: Key,
    /// The name of the trial.
    pub obligation: String,
    /// Subject: device and driver of a backend, or `reference`.
    pub driver: String,
    /// Time of the run, in seconds since 1970.
    pub at: u64,
    /// Number of cases that ran.
    pub cases: u64,
    /// Boundaries and classes that inputs hit, of the obligation that counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<InputCoverage>,
}

/// The last second of the year 9999, the last year with four digits.
const LAST: u64 = 253_402_300_799;

/// The day of a second since 1970, such as `2026-11-28`.
pub fn day(seconds: u64) -> String {
    let time = UNIX_EPOCH + Duration::from_secs(seconds.min(LAST));
    let text = humantime::format_rfc3339_seconds(time).to_string();
    text.chars().take(10).collect()
}

/// Number of declared boundaries and classes that inputs hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputCoverage {
    /// Boundaries.
    pub boundaries: u64,
    /// Classes.
    pub classes: u64,
}

/// A line of a segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Entry {
    /// An obligation passed.
    Passed(Verdict),
    /// A run relied on a verdict on this day since 1970. Pruning removes the least recently used first.
    Used { key: Key, day: u64 },
    /// The verdicts of a driver up to this second are void, because one of them failed when it was repeated.
    Withdrawn { driver: String, until: u64 },
}

impl Entry {
    /// Its date, in seconds since 1970.
    pub(crate) const fn seconds(&self) -> u64 {
        match self {
            Self::Passed(verdict) => verdict.at,
            Self::Used { day, .. } => day.saturating_mul(86_400),
            Self::Withdrawn { until, .. } => *until,
        }
    }
}
