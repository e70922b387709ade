//! Time limit of submissions, after which a device counts as hung.
//!
//! Drivers on the processor compile a shader on its first submission, so the time of a submission may be that of a
//! compiler.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vyre_conform_suite::backend::{BackendError, PATIENCE};

/// The limit in milliseconds, for every device of the process.
static MILLISECONDS: AtomicU64 = AtomicU64::new(PATIENCE.as_millis() as u64);

/// Sets the time limit of submissions for all devices of this process; the default is [`PATIENCE`]. The suite sets it
/// to `VYRE_PATIENCE`.
pub fn set_patience(patience: Duration) {
    let milliseconds = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
    MILLISECONDS.store(milliseconds.max(1), Ordering::Relaxed);
}

/// The time limit of submissions.
pub(super) fn patience() -> Duration {
    Duration::from_millis(MILLISECONDS.load(Ordering::Relaxed))
}

/// The error for a submission beyond the limit, which names the setting.
pub(super) fn exceeded() -> BackendError {
    BackendError::Other(format!(
        "the device gave no answer within {} s (VYRE_PATIENCE extends it)",
        patience().as_secs_f64()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of the setting: the limit applies and the error names it.
    #[test]
    fn the_message_names_the_time_and_the_setting() {
        assert_eq!(patience(), PATIENCE);
        let BackendError::Other(message) = exceeded() else {
            panic!("another error");
        };
        assert!(message.contains("within 120 s") && message.contains("VYRE_PATIENCE"));
    }
}
