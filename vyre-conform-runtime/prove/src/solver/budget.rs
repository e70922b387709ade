//! Time limits in processor time, so that results do not depend on the load of the machine.

use std::cell::Cell;
use std::process::Child;
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// The limit in real time as a multiple of that in processor time, which also ends a sleeping solver.
const MAX_REAL_TIME_FACTOR: u32 = 4;

thread_local! {
    /// Processor time of the solvers run by this thread.
    static SOLVERS: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A time limit: processor time of the thread that made it and of the solvers that this thread runs,
/// and at most four times as much real time. For other threads it is a limit in real time, because
/// their work does not count.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    thread: ThreadId,
    /// The limit in processor time of the thread.
    processor: Duration,
    /// The limit for other threads.
    end: Instant,
    /// The limit in real time of the thread.
    latest: Instant,
}

impl Budget {
    /// A limit of this much processor time from now on.
    pub fn of(time: Duration) -> Self {
        Self {
            processor: spent().saturating_add(time),
            latest: after(time.saturating_mul(MAX_REAL_TIME_FACTOR)),
            ..Self::real(time)
        }
    }

    /// A limit of this much real time from now on.
    pub fn real(time: Duration) -> Self {
        let end = after(time);
        Self {
            thread: std::thread::current().id(),
            processor: Duration::MAX,
            end,
            latest: end,
        }
    }

    /// The stricter of this limit and that of a whole run in real time.
    #[must_use]
    pub fn within(self, run: Option<Self>) -> Self {
        let end = run.map_or(self.latest, |run| run.latest);
        Self {
            latest: self.latest.min(end),
            end: self.end.min(end),
            ..self
        }
    }

    /// The remaining time.
    pub fn left(self) -> Duration {
        self.left_beside(Duration::ZERO)
    }

    /// The remaining time while a solver runs that has used this much processor time.
    pub(super) fn left_beside(self, solver: Duration) -> Duration {
        let now = Instant::now();
        if std::thread::current().id() != self.thread {
            return self.end.saturating_duration_since(now);
        }
        let processor = self
            .processor
            .saturating_sub(spent().saturating_add(solver));
        processor.min(self.latest.saturating_duration_since(now))
    }

    /// True if no time is left.
    pub fn is_over(self) -> bool {
        self.left().is_zero()
    }

    /// A fraction of the remaining time.
    pub fn part(self, share: f64) -> Self {
        Self::of(self.left().mul_f64(share))
    }
}

/// The instant after this time; a time that the clock cannot represent becomes a very late instant.
fn after(time: Duration) -> Instant {
    let now = Instant::now();
    let never = now + Duration::from_secs(1 << 30);
    now.checked_add(time).map_or(never, |end| end.min(never))
}

/// Adds the processor time of a finished solver of this thread.
pub(super) fn add(solver: Duration) {
    SOLVERS.set(SOLVERS.get().saturating_add(solver));
}

/// Processor time of this thread and of its solvers.
fn spent() -> Duration {
    thread_time().saturating_add(SOLVERS.get())
}

#[cfg(unix)]
fn thread_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or_else(|_| since_start(), Duration::from)
}

#[cfg(not(unix))]
fn thread_time() -> Duration {
    since_start()
}

/// Real time, on systems without per-thread clocks.
fn since_start() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Processor time of a process; `None` after its end.
#[cfg(target_os = "linux")]
pub(super) fn process_time(child: &Child, _: Instant) -> Option<Duration> {
    use nix::time::{clock_getcpuclockid, clock_gettime};
    let id = nix::unistd::Pid::from_raw(i32::try_from(child.id()).ok()?);
    let time = clock_getcpuclockid(id).and_then(clock_gettime);
    time.ok().map(Duration::from)
}

/// Real time since the process began, on systems without process clocks.
#[cfg(not(target_os = "linux"))]
pub(super) fn process_time(_: &Child, begin: Instant) -> Option<Duration> {
    Some(begin.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(time: Duration) {
        let begin = thread_time();
        while thread_time().saturating_sub(begin) < time {
            std::hint::black_box(begin);
        }
    }

    /// Oracle: sleep uses no processor time, which only this thread's budget counts.
    #[test]
    #[cfg(target_os = "linux")]
    fn waiting_thread_spends_no_budget() {
        let time = Duration::from_millis(200);
        let budget = Budget::of(time);
        let real = Budget::real(time);
        std::thread::sleep(time + Duration::from_millis(50));
        assert!(!budget.is_over());
        assert!(real.is_over());
        assert!(
            std::thread::spawn(move || budget.is_over())
                .join()
                .expect("no panic")
        );
        work(time);
        assert!(budget.is_over());
    }

    /// Oracle: four times the time.
    #[test]
    fn real_time_is_limited_too() {
        let time = Duration::from_millis(20);
        let budget = Budget::of(time);
        std::thread::sleep(time * (MAX_REAL_TIME_FACTOR + 1));
        assert!(budget.is_over());
    }

    /// Oracle: the processor time of a solver is deducted from its thread's budget.
    #[test]
    fn solvers_count() {
        let budget = Budget::of(Duration::from_secs(60));
        add(Duration::from_secs(20));
        let left = budget.left();
        assert!(left <= Duration::from_secs(40), "{left:?}");
        assert!(left > Duration::from_secs(30), "{left:?}");
        assert!(budget.left_beside(Duration::from_secs(50)).is_zero());
        let part = budget.part(0.5).left();
        assert!(part <= Duration::from_secs(20), "{part:?}");
        let run = Budget::real(Duration::from_secs(3));
        assert!(budget.within(Some(run)).left() <= Duration::from_secs(3));
        assert!(budget.within(None).left() > Duration::from_secs(30));
    }
}
