//! How far a run is, on one line of a terminal however narrow.

use std::time::Duration;
use vyre_conform_harness::report::counted;

/// What a run has done so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Cases that there are.
    pub(super) due: u64,
    /// Cases that are done.
    pub(super) done: u64,
    /// Those that an earlier run did.
    pub(super) before: u64,
    /// Tasks that failed.
    pub(super) failed: u64,
    /// How long the run takes already.
    pub(super) elapsed: Duration,
    /// What ended last.
    pub(super) task: String,
}

/// Before this time what is left is not told: the first tasks are compilation, and of all sizes.
const SETTLED: Duration = Duration::from_secs(10);

/// The share of the work, as one in N, that has to be done before the remaining time is reported.
const SHARE: u64 = 50;

/// What stands between two entries.
const GAP: &str = "  ";

impl Facts {
    /// Cases a second of this run.
    fn rate(&self) -> f64 {
        let here = self.done.saturating_sub(self.before) as f64;
        here / self.elapsed.as_secs_f64().max(1e-3)
    }

    /// About how long the rest takes; nothing while that would be a guess.
    pub(super) fn left(&self) -> Option<Duration> {
        let here = self.done.saturating_sub(self.before);
        let work = self.due.saturating_sub(self.before);
        if self.elapsed < SETTLED || here == 0 || here < work / SHARE {
            return None;
        }
        let left = self.due.saturating_sub(self.done) as f64 / self.rate();
        // A rest that is longer than a year is not an estimate either.
        Some(left)
            .filter(|s| *s < 3.2e7)
            .map(Duration::from_secs_f64)
    }

    /// The line: what matters most first, and nothing that does not fit into this many columns.
    pub(super) fn line(&self, columns: usize) -> String {
        let share = match self.due {
            0 => 0.0,
            due => 100.0 * self.done.min(due) as f64 / due as f64,
        };
        // What is not done is never rounded to all.
        let mut out = format!("{:>3} %", share.floor());
        let left = self
            .left()
            .map(|left| format!("about {} left", clock(left)));
        let failed = (self.failed > 0).then(|| counted(self.failed, "failed", "failed"));
        let rate = Some(self.rate()).filter(|rate| *rate > 0.0);
        for entry in [
            Some(clock(self.elapsed)),
            left,
            failed,
            rate.map(|rate| format!("{}/s", short(rate))),
            Some(format!(
                "{} of {} cases",
                short(self.done as f64),
                short(self.due as f64)
            )),
        ] {
            let Some(entry) = entry else { continue };
            if out.len() + GAP.len() + entry.len() <= columns {
                out += GAP;
                out += &entry;
            }
        }
        let room = columns.saturating_sub(out.chars().count() + GAP.len());
        // The end of a trial's name says more than its beginning.
        let task = self.task.chars().count();
        if task > 0 && room >= 16 {
            out += GAP;
            match task <= room {
                true => out += &self.task,
                false => {
                    out.push('…');
                    out.extend(self.task.chars().skip(task + 1 - room));
                }
            }
        }
        out.chars().take(columns).collect()
    }
}

/// `0:07`, `12:34`, `1:02:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// `950`, `12.3 k`, `1.5 G`.
fn short(n: f64) -> String {
    let steps = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match steps.iter().find(|(unit, _)| n >= *unit) {
        Some((unit, name)) => format!("{:.1} {name}", n / unit),
        None => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(done: u64, seconds: u64) -> Facts {
        Facts {
            due: 1_000_000_000,
            done,
            elapsed: Duration::from_secs(seconds),
            task: "u32::add::law::commutative::llvmpipe::witnessed".into(),
            ..Facts::default()
        }
    }

    /// Oracle: the width of the terminal, and what is to be read at 50 columns, by hand.
    #[test]
    fn the_line_fits_into_fifty_columns() {
        let mut run = facts(250_000_000, 100);
        assert_eq!(run.line(50), " 25 %  1:40  about 5:00 left  2.5 M/s");
        run.failed = 3;
        assert_eq!(
            run.line(50),
            " 25 %  1:40  about 5:00 left  3 failed  2.5 M/s"
        );
        run.elapsed = Duration::from_secs(360_000);
        assert_eq!(
            run.line(50),
            " 25 %  100:00:00  about 300:00:00 left  3 failed"
        );
        for columns in 0..200 {
            for seconds in [0, 5, 100, 3_600_000] {
                for done in [0, 1, 999_999_999, 1_000_000_000] {
                    let line = facts(done, seconds).line(columns);
                    assert!(line.chars().count() <= columns, "{columns}: {line}");
                    assert!(!line.contains('\n'));
                }
            }
        }
        let wide = run.line(120);
        assert!(wide.contains("250.0 M of 1.0 G cases"), "{wide}");
        assert!(wide.ends_with("llvmpipe::witnessed"), "{wide}");
    }

    /// Oracle: the rule in the constants' documentation, and division by hand.
    #[test]
    fn what_is_left_is_told_when_it_means_something() {
        // Too early, too little, and what an earlier run did says nothing about this one.
        assert_eq!(facts(500_000_000, 9).left(), None);
        assert_eq!(facts(19_999_999, 60).left(), None);
        assert_eq!(facts(0, 60).left(), None);
        assert!(!facts(19_999_999, 60).line(80).contains("left"));
        assert_eq!(
            facts(20_000_000, 60).left(),
            Some(Duration::from_secs(2940))
        );
        let resumed = Facts {
            before: 900_000_000,
            ..facts(901_000_000, 60)
        };
        assert_eq!(resumed.left(), None);
        let resumed = Facts {
            before: 900_000_000,
            ..facts(910_000_000, 60)
        };
        assert_eq!(resumed.left(), Some(Duration::from_secs(540)));
        let halted = Facts {
            due: u64::MAX,
            before: u64::MAX - 100,
            done: u64::MAX - 98,
            elapsed: Duration::from_secs(3_000_000),
            ..Facts::default()
        };
        assert_eq!(halted.left(), None);
        assert_eq!(facts(999_999_999, 60).line(5), " 99 %");
    }
}
