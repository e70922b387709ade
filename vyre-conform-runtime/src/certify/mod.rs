//! Levels, computed from records alone.

mod levels;

pub use levels::{Standing, Status, standings};
