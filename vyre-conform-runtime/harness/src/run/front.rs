//! The receiver of outcomes.

use super::WorkOutcome;
use super::queue::Task;
use std::time::Duration;

/// Receives the outcomes of pieces.
pub trait OutcomeSink: Sync {
    /// True to continue with further pieces.
    fn should_continue(&self) -> bool {
        true
    }

    /// Receives the outcome of a piece, its station and its duration.
    fn task_ended(&self, task: &Task<'_>, met: WorkOutcome, station: usize, took: Duration);
}
