//! How long a submission may take before its device counts as hung.
//!
//! Drivers of processors compile a shader when it is first submitted, so that the time of a submission may be that of a
//! compiler.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vyre_conform_suite::backend::{BackendError, PATIENCE};

/// Milliseconds, of every device of the process.
static MILLISECONDS: AtomicU64 = AtomicU64::new(PATIENCE.as_millis() as u64);

/// Sets how long a submission of any device of this process may take; [`PATIENCE`] until then. The suite sets it to
/// `VYRE_PATIENCE`.
pub fn set_patience(patience: Duration) {
    let milliseconds = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
    MILLISECONDS.store(milliseconds.max(1), Ordering::Relaxed);
}

/// The time that a submission may take.
pub(super) fn patience() -> Duration {
    Duration::from_millis(MILLISECONDS.load(Ordering::Relaxed))
}

/// That a submission took longer, and which setting gives it more.
pub(super) fn exceeded() -> BackendError {
    BackendError::Other(format!(
        "the device gave no answer within {} s (VYRE_PATIENCE gives it more)",
        patience().as_secs_f64()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of the setting: what is set is waited for, and named when it ends.
    #[test]
    fn the_message_names_the_time_and_the_setting() {
        assert_eq!(patience(), PATIENCE);
        let BackendError::Other(message) = exceeded() else {
            panic!("another error");
        };
        assert!(message.contains("within 120 s") && message.contains("VYRE_PATIENCE"));
    }
}
