//! Processor time of a thread: what it took by itself, whatever else the machine did.

use std::time::Instant;

/// A running measurement, of the thread that began it.
pub(crate) struct Clock {
    began: Instant,
    /// Nanoseconds that the thread had run; nothing where the system does not say.
    ran: Option<u64>,
}

/// Nanoseconds that this thread has run, as Linux counts them.
fn ran() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self {
            began: Instant::now(),
            ran: ran(),
        }
    }

    /// Seconds that the thread has run; those that have passed where that is not known.
    pub(crate) fn seconds(&self) -> f64 {
        match (self.ran, ran()) {
            (Some(before), Some(now)) if now > before => (now - before) as f64 / 1e9,
            _ => self.began.elapsed().as_secs_f64(),
        }
    }
}
