//! A level of a backend, and the certificate that says the most of it.

use super::LevelStatus;
use vyre_conform_certificate::certificate::LevelEvidence;

/// A level as a certificate of a column has it.
pub(super) struct LevelClaim<'a> {
    pub(super) level: &'a LevelEvidence,
    /// Ops and engines of the library that the certificate does not list and that the level rests on.
    pub(super) absent: u64,
    pub(super) is_verified: bool,
}

impl LevelClaim<'_> {
    /// The higher, the more it says.
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
    /// Ops and engines of the library that its certificate does not list and that the level rests on.
    pub(in crate::report) absent: u64,
}
