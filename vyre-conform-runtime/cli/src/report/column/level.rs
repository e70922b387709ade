//! A level of a backend, from the certificate with the strongest claim.

use super::LevelStatus;
use vyre_conform_certificate::certificate::LevelEvidence;

/// A level in a certificate of a column.
pub(super) struct LevelClaim<'a> {
    pub(super) level: &'a LevelEvidence,
    /// Number of unlisted ops and engines of the library that the level requires.
    pub(super) absent: u64,
    pub(super) is_verified: bool,
}

impl LevelClaim<'_> {
    /// Strength of the claim.
    pub(super) fn rank(&self) -> impl Ord + use<> {
        let level = self.level;
        let is_shown = level.established && self.is_verified;
        (
            is_shown && self.absent == 0,
            is_shown,
            level.established,
            level.reached,
            level.of,
        )
    }
}

/// A level of a backend.
pub(in crate::report) struct ColumnLevel<'a> {
    pub(in crate::report) level: &'a LevelEvidence,
    pub(in crate::report) reached: LevelStatus,
    /// Number of ops and engines of the library that its certificate does not list and the level requires.
    pub(in crate::report) absent: u64,
}
