//! Levels and evidence, computed from records alone, and the certificates that carry them: [`mod@certificate`] defines
//! the format, [`expected`] the evidence that a run must produce, and [`verify`] compares a certificate with it. The
//! package needs no GPU, shader compiler or command line.

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
