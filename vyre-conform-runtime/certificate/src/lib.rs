//! Levels and evidence, computed from records alone, and the certificates that carry them: [`mod@certificate`] defines
//! the format, [`expected`] the evidence that a run must produce, and [`verify`] compares a certificate with it. The
//! package needs no GPU, shader compiler or command line.

pub mod certificate;
mod engines;
pub mod escape;
pub mod expected;
mod level4;
mod levels;
pub mod names;
mod parity;
mod programs;
pub mod verify;
mod library_level;

pub use engines::{EngineStanding, EngineStatus, engine_standings};
pub use level4::{Candidate, L4Gap, level4};
pub use levels::{
    Topic, ObligationOutcome, ObligationResult, OpStanding, OpStatus, SubjectKind, evidence,
    level_status, places, standings,
};
pub use parity::{ParityCount, UnsupportedTrial, parity_count};
pub use programs::{FiletestsStanding, ProgramsStanding, programs_standing};
pub(crate) use library_level::below;
pub use library_level::{LevelCounts, Member, LevelResult, MemberStatus, lacking_requests, sentence, whole};
