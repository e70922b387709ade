//! Progress of sequential runs: a line on stderr every few seconds, with long-running items.

use super::loudness::Verbosity;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use vyre_conform_harness::report::warn;
use vyre_conform_harness::watch::{PATIENCE, Running, RunningGuard, run_watched};

/// Seconds between lines.
const EVERY: u64 = 5;

/// Number of items and of finished items, shared by threads.
#[derive(Debug)]
pub(super) struct Counting {
    /// Noun for the items, in the plural.
    what: &'static str,
    begin: Instant,
    quiet: bool,
    all: AtomicUsize,
    done: AtomicUsize,
    /// The interval of the last line.
    shown: AtomicUsize,
    running: Running,
}

impl Counting {
    /// Starts counting.
    pub(super) fn new(what: &'static str, begin: Instant, loudness: Verbosity) -> Self {
        Self {
            what,
            begin,
            quiet: loudness.is_quiet(),
            all: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            shown: AtomicUsize::new(0),
            running: Running::default(),
        }
    }

    /// Sets the number of items.
    pub(super) fn expect(&self, all: usize) {
        self.all.store(all, Ordering::Relaxed);
    }

    /// Marks an item as running for the lifetime of the returned guard.
    pub(super) fn begin(&self, name: &str) -> RunningGuard<'_> {
        self.running.begin(name)
    }

    /// Counts a finished item.
    pub(super) fn done(&self) {
        if let Some(line) = self.line(self.begin.elapsed()) {
            warn(line);
        }
    }

    /// Counts a finished item at this time, and returns the line if enough time has passed.
    fn line(&self, elapsed: Duration) -> Option<String> {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let seconds = elapsed.as_secs();
        // The first item in a new interval prints the line.
        let due = (seconds / EVERY) as usize;
        let is_first = self.shown.fetch_max(due, Ordering::Relaxed) < due;
        let all = self.all.load(Ordering::Relaxed);
        (is_first && !self.quiet).then(|| format!("{done} of {all} {}, {seconds} s", self.what))
    }

    /// Does the work while reporting items that run for more than a minute.
    pub(super) fn watching<R>(&self, work: impl FnOnce() -> R) -> R {
        let quiet = self.quiet;
        let say = |line: &str| {
            if !quiet {
                warn(line);
            }
        };
        run_watched(&self.running, PATIENCE, say, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        loudness: Verbosity,
    }

    fn counting(arguments: &[&str]) -> Counting {
        let Command { loudness } = Command::parse_from(arguments);
        Counting::new("ops", Instant::now(), loudness)
    }

    /// Oracle: hand-written counts: one line in each five seconds in which an item ends, and none in quiet mode.
    #[test]
    fn a_line_is_written_every_five_seconds() {
        let all = counting(&["laws"]);
        all.expect(9);
        let lines: Vec<_> = [0, 4, 5, 6, 9, 31, 10, 35]
            .map(|seconds| all.line(Duration::from_secs(seconds)))
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(
            lines,
            ["3 of 9 ops, 5 s", "6 of 9 ops, 31 s", "8 of 9 ops, 35 s"]
        );
        let quiet = counting(&["laws", "-q"]);
        assert_eq!(quiet.line(Duration::from_secs(60)), None);
    }
}
