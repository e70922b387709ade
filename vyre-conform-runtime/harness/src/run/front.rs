//! The receiver of outcomes.

use super::WorkOutcome;
use super::queue::Task;
use std::time::Duration;

/// Receives the outcomes of pieces.
pub trait Front: Sync {
    /// True to continue with further pieces.
    fn goes_on(&self) -> bool {
        true
    }

    /// Receives the outcome of a piece, its station and its duration.
    fn ended(&self, task: &Task<'_>, met: WorkOutcome, station: usize, took: Duration);
}
