//! Evidence of a level.

use crate::certificate::words::by_name;
use crate::library_level::{counted, sentence};
use crate::{LevelCounts, LevelResult, below};
use serde::{Deserialize, Serialize};
use vyre_conform_spec::Level;

/// A level of the whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelEvidence {
    /// The level.
    #[serde(with = "by_name")]
    pub level: Level,
    /// True if every op of its track reached it, and for L3, L3f and L4f every engine that it depends on, except for
    /// exempt ones.
    pub established: bool,
    /// Number of ops, and for L3, L3f and L4f of engines, in the file.
    pub of: u64,
    /// Number of those that reached it.
    pub reached: u64,
    /// Number of Category C ops whose hardware feature the backend lacks.
    pub exempt: u64,
    /// Number of those that the backend does not support for another reason.
    pub unsupported: u64,
    /// Number of ops and engines that the filter left out.
    pub left_out: u64,
    /// The missing features.
    pub missing: Vec<String>,
}

impl LevelEvidence {
    /// The evidence of a level from its counts.
    pub fn of(reach: LevelResult) -> Self {
        let LevelCounts {
            members,
            reached,
            exempt,
            unsupported,
            left_out,
            absent: _,
        } = reach.counts;
        Self {
            level: reach.level,
            established: reach.is_established(),
            of: members,
            reached,
            exempt,
            unsupported,
            left_out,
            missing: reach.missing,
        }
    }
}

impl LevelEvidence {
    fn counts(&self, absent: u64) -> LevelCounts {
        LevelCounts {
            members: self.of,
            reached: self.reached,
            exempt: self.exempt,
            unsupported: self.unsupported,
            left_out: self.left_out,
            absent,
        }
    }

    /// The level in words, in the context of all levels of its certificate; `absent` ops and engines of the library
    /// that the level requires are not listed in the certificate.
    pub fn describe(&self, all: &[Self], absent: u64) -> String {
        let others = all.iter().map(|on| (on.level, on.counts(absent)));
        let counts = below(self.level, self.counts(absent), others);
        sentence(self.level.name(), self.established, &counts, &self.missing)
    }

    /// The counts in words, without the level and its establishment: `50 of 116; 66 unsupported`.
    pub fn counted(&self, absent: u64) -> String {
        counted(self.established, &self.counts(absent), &self.missing)
    }
}

impl std::fmt::Display for LevelEvidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.level.name();
        f.write_str(&sentence(
            name,
            self.established,
            &self.counts(0),
            &self.missing,
        ))
    }
}
