//! Processor time of a thread: what it took by itself, whatever else the machine did.

use std::time::{Duration, Instant};

/// A running measurement, of the thread that began it.
pub(crate) struct Clock {
    began: Instant,
    /// The time that the thread had run; nothing where the system does not say.
    ran: Option<Duration>,
}

/// The time that this thread has run. What Linux counts in `/proc` is brought up to date a few hundred times a second
/// only.
#[cfg(unix)]
fn ran() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)
        .ok()
        .map(Duration::from)
}

#[cfg(not(unix))]
fn ran() -> Option<Duration> {
    None
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
            (Some(before), Some(now)) => (now - before).as_secs_f64(),
            _ => self.began.elapsed().as_secs_f64(),
        }
    }
}
