//! Levels, and what ran on which backend, computed from records alone.

mod engines;
mod levels;
mod parity;

pub use engines::{EngineStanding, EngineStatus, engine_standings, lacks_l3};
pub use levels::{Standing, Status, standings};
pub use parity::{ParityCount, Unsupported, parity_count};
