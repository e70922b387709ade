//! Levels, computed from records alone.

mod engines;
mod levels;

pub use engines::{EngineStanding, EngineStatus, engine_standings, lacks_l3};
pub use levels::{Standing, Status, standings};
