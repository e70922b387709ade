//! Levels and evidence, computed from records alone, and the certificates that carry them: [`mod@certificate`] defines
//! the format, [`expected`] the evidence that a run must produce, and [`verify`] compares a certificate with it. The
//! package needs no GPU, shader compiler or command line.

pub mod certificate;
mod engines;
pub mod escape;
pub mod expected;
mod level4;
mod levels;
mod library_level;
pub mod names;
mod parity;
mod programs;
pub mod verify;

pub use engines::{EngineStanding, EngineStatus, engine_standings};
pub use level4::{Candidate, L4Gap, level4};
pub use levels::{
    ObligationOutcome, ObligationResult, OpStanding, OpStatus, SubjectKind, Topic, evidence,
    level_status, places, standings,
};
pub(crate) use library_level::below;
pub use library_level::{
    LevelCounts, LevelResult, Member, MemberStatus, lacking_requests, library_levels, sentence,
};
pub use parity::{ParityCount, UnsupportedTrial, parity_count};
pub use programs::{FiletestsStanding, ProgramsStanding, programs_standing};
