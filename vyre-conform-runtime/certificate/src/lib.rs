//! Levels, and what ran on which backend, computed from records alone; certificates, which carry the
//! evidence for them: [`mod@certificate`] has the format, [`expected`] what a run must show, [`verify`] holds a
//! certificate against it. Nothing here needs a GPU, a compiler of shaders or a command line.

pub mod certificate;
mod engines;
pub mod escape;
pub mod expected;
mod fourth;
mod levels;
pub mod names;
mod parity;
mod programs;
pub mod verify;
mod whole;

pub use engines::{EngineStanding, EngineStatus, engine_standings};
pub use fourth::{Candidate, Lack, fourth};
pub use levels::{
    About, ObligationOutcome, ObligationResult, Standing, Status, SubjectKind, evidence,
    level_status, places, standings,
};
pub use parity::{ParityCount, UnsupportedTrial, parity_count};
pub use programs::{FiletestsStanding, ProgramsStanding, programs_standing};
pub(crate) use whole::below;
pub use whole::{Counts, Member, Reach, Stands, lacking_requests, sentence, whole};
