//! How far a run is that takes one thing after the other: a line on stderr every few seconds, and what runs for long.

use super::loudness::Loudness;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use vyre_conform_harness::report::warn;
use vyre_conform_harness::watch::{PATIENCE, Ran, Running, watching};

/// Seconds between two lines.
const EVERY: u64 = 5;

/// How many things there are, and how many of them are done; threads share one.
#[derive(Debug)]
pub(super) struct Counting {
    /// What is counted, in the plural.
    what: &'static str,
    begin: Instant,
    quiet: bool,
    all: AtomicUsize,
    done: AtomicUsize,
    /// The interval in which a line was written last.
    shown: AtomicUsize,
    running: Running,
}

impl Counting {
    /// Counts from nothing.
    pub(super) fn new(what: &'static str, begin: Instant, loudness: Loudness) -> Self {
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

    /// Says how many there are.
    pub(super) fn expect(&self, all: usize) {
        self.all.store(all, Ordering::Relaxed);
    }

    /// One that begins now, and runs as long as what this gives lives.
    pub(super) fn begin(&self, name: &str) -> Ran<'_> {
        self.running.begin(name)
    }

    /// One is done.
    pub(super) fn done(&self) {
        if let Some(line) = self.line(self.begin.elapsed()) {
            warn(line);
        }
    }

    /// Counts one more, at this time after the beginning; the line, if it is time for one.
    fn line(&self, elapsed: Duration) -> Option<String> {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let seconds = elapsed.as_secs();
        // Whoever is first in a new interval writes the line.
        let due = (seconds / EVERY) as usize;
        let is_first = self.shown.fetch_max(due, Ordering::Relaxed) < due;
        let all = self.all.load(Ordering::Relaxed);
        (is_first && !self.quiet).then(|| format!("{done} of {all} {}, {seconds} s", self.what))
    }

    /// Does the work, and names meanwhile what has run for a minute.
    pub(super) fn watching<R>(&self, work: impl FnOnce() -> R) -> R {
        let quiet = self.quiet;
        let say = |line: &str| {
            if !quiet {
                warn(line);
            }
        };
        watching(&self.running, PATIENCE, say, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        loudness: Loudness,
    }

    fn counting(arguments: &[&str]) -> Counting {
        let Command { loudness } = Command::parse_from(arguments);
        Counting::new("ops", Instant::now(), loudness)
    }

    /// Oracle: counting by hand: one line in each five seconds in which something ends, and none for who is quiet.
    #[test]
    fn a_line_is_written_every_five_seconds() {
        let all = counting(&["laws"]);
        all.expect(9);
        let told: Vec<_> = [0, 4, 5, 6, 9, 31, 10, 35]
            .map(|seconds| all.line(Duration::from_secs(seconds)))
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(
            told,
            ["3 of 9 ops, 5 s", "6 of 9 ops, 31 s", "8 of 9 ops, 35 s"]
        );
        let quiet = counting(&["laws", "-q"]);
        assert_eq!(quiet.line(Duration::from_secs(60)), None);
    }
}
