//! Refusals: constructs that the intermediate representation cannot express.

use crate::SourcePlace;

/// A construct of a kernel that cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{construct}: {remedy}")]
#[non_exhaustive]
pub struct Refusal {
    /// The place of the construct; `None` if the source has no places, like SPIR-V without debug
    /// information.
    pub place: Option<SourcePlace>,
    /// The construct, such as `` `textureLoad` ``.
    pub construct: String,
    /// The reason, and a remedy for the author.
    pub remedy: String,
}

impl Refusal {
    /// A refusal of a construct at a place.
    pub fn new(
        place: Option<SourcePlace>,
        construct: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            place,
            construct: construct.into(),
            remedy: remedy.into(),
        }
    }
}
