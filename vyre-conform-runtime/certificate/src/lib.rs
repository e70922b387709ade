//! Levels, and what ran on which backend, computed from records alone; certificates, which carry the
//! evidence for them.

pub mod certificate;
mod engines;
mod levels;
mod parity;
mod programs;
mod whole;

pub use engines::{EngineStanding, EngineStatus, engine_standings};
pub use levels::{
    About, Ended, Shown, Standing, Status, SubjectKind, evidence, judge, places, standings,
};
pub use parity::{ParityCount, Unsupported, parity_count};
pub use programs::{ProgramsStanding, programs_standing};
pub use whole::{Counts, Member, Reach, Stands, sentence, whole};
