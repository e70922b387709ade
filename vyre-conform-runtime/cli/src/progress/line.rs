//! Progress of a run on one line of a terminal of any width.

use super::pace::Pace;
use std::time::Duration;
use vyre_conform_harness::report::pluralize;
use vyre_conform_suite::plan::Obligation;

/// State of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Number of cases.
    pub(super) due: u64,
    /// Number of finished cases.
    pub(super) done: u64,
    /// Number of cases that an earlier run finished.
    pub(super) before: u64,
    /// Tasks that failed.
    pub(super) failed: u64,
    /// Remaining parts and cases, with their pace.
    pub(super) pace: Pace,
    /// Elapsed time of the run, and its elapsed time at the last result.
    pub(super) elapsed: Duration,
    pub(super) last: Duration,
    /// The last result.
    pub(super) task: String,
}

/// Time before the first estimate: the first tasks are compilation, and of various sizes.
const SETTLED: Duration = Duration::from_secs(10);

/// Separator of entries.
const GAP: &str = "  ";

impl Facts {
    /// Adds a part with this many cases, of which `left` remain.
    pub(super) fn expect(&mut self, of: &Obligation, cases: u64, left: u64) {
        let before = cases.saturating_sub(left);
        self.due = self.due.saturating_add(cases);
        self.done = self.done.saturating_add(before);
        self.before = self.before.saturating_add(before);
        self.pace.expect(of, left);
    }

    /// Counts finished cases of a part, with their duration.
    pub(super) fn ended(&mut self, of: &Obligation, cases: u64, took: Duration) {
        self.done = self.done.saturating_add(cases);
        self.pace.ended(of, cases, took);
    }

    /// Cases per second of this run.
    fn rate(&self) -> f64 {
        let here = self.done.saturating_sub(self.before) as f64;
        here / self.elapsed.as_secs_f64().max(1e-3)
    }

    /// Estimate of the remaining time; `None` while it would be a guess, and while a running task exceeds the estimate.
    pub(super) fn left(&self) -> Option<Duration> {
        if self.elapsed < SETTLED {
            return None;
        }
        let since = self.elapsed.saturating_sub(self.last);
        self.pace.left(self.last)?.checked_sub(since)
    }

    /// The finished share of the cases or of the parts, whichever is less, because either may be most of the work.
    fn share(&self) -> f64 {
        let of = |done: u64, due: u64| match due {
            0 => 0.0,
            due => done.min(due) as f64 / due as f64,
        };
        of(self.done, self.due).min(of(self.pace.done, self.pace.due))
    }

    /// The line, most important entries first, as far as they fit into this many columns.
    pub(super) fn line(&self, columns: usize) -> String {
        // Unfinished work is never rounded to 100 %.
        let mut out = format!("{:>3} %", (100.0 * self.share()).floor());
        let left = self
            .left()
            .map(|left| format!("about {} left", clock(left)));
        let failed = (self.failed > 0).then(|| pluralize(self.failed, "failed", "failed"));
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
        // The end of a trial's name is more informative than its start.
        let task = self.task.chars().count();
        if task > 0 && room >= 16 {
            out += GAP;
            if task <= room {
                out += &self.task
            } else {
                out.push('…');
                out.extend(self.task.chars().skip(task + 1 - room));
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
    use vyre_conform_suite::plan::{ClaimKind, Implementation, Oracle, Part, Question};

    /// A run of a part with 10^9 cases, of which the same share is finished as of a thousand parts.
    fn facts(done: u64, seconds: u64) -> Facts {
        let mut facts = Facts {
            elapsed: Duration::from_secs(seconds),
            last: Duration::from_secs(seconds),
            task: "u32::add::law::commutative::llvmpipe::witnessed".into(),
            ..Facts::default()
        };
        let each: Vec<Obligation> = (0..1000).map(part).collect();
        for part in &each {
            facts.expect(part, 1_000_000, 1_000_000);
        }
        let took = facts.elapsed / u32::try_from(done / 1_000_000).unwrap_or(0).max(1);
        for part in &each[..done as usize / 1_000_000] {
            facts.ended(part, 1_000_000, took);
        }
        facts
    }

    fn part(number: u64) -> Obligation {
        Obligation {
            id: format!("u32::add::parity::{number}"),
            op: "u32::add".into(),
            part: Part::Gates,
            question: Question {
                subject: Implementation::Reference {
                    op: "u32::add".into(),
                },
                claim: ClaimKind::Values,
            },
            oracle: Oracle::Reference,
            provenance: vec![],
        }
    }

    /// Oracle: the width of the terminal, and the hand-written text for 50 columns.
    #[test]
    fn the_line_fits_into_fifty_columns() {
        let mut run = facts(250_000_000, 100);
        assert_eq!(run.line(50), " 25 %  1:40  about 5:00 left  2.5 M/s");
        run.failed = 3;
        assert_eq!(
            run.line(50),
            " 25 %  1:40  about 5:00 left  3 failed  2.5 M/s"
        );
        let mut run = facts(250_000_000, 360_000);
        run.failed = 3;
        assert_eq!(
            run.line(50),
            " 25 %  100:00:00  about 300:00:00 left  3 failed"
        );
        for columns in 0..200 {
            for seconds in [0, 5, 100, 3_600_000] {
                for done in [0, 1_000_000, 999_000_000, 1_000_000_000] {
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

    /// Oracle: the rule in the constants' documentation, and hand-written division.
    #[test]
    fn remaining_time_is_shown_once_meaningful() {
        // Too early, and too few.
        assert_eq!(facts(500_000_000, 9).left(), None);
        assert_eq!(facts(19_000_000, 60).left(), None);
        assert_eq!(facts(0, 60).left(), None);
        assert!(!facts(19_000_000, 60).line(80).contains("left"));
        let left = facts(20_000_000, 60).left().expect("a fiftieth");
        assert_eq!(left.as_secs_f64().round(), 2940.0);
        assert_eq!(facts(999_000_000, 60).line(5), " 99 %");
    }

    /// Oracle: docs/spec/command-line.md: the run time of a task reduces the estimate, and a task that exceeds it has
    /// none.
    #[test]
    fn exceeded_estimate_is_not_shown() {
        let mut run = facts(999_000_000, 999);
        assert_eq!(run.left().map(|left| left.as_secs()), Some(1));
        assert!(run.line(79).contains("about 0:01 left"), "{}", run.line(79));
        run.elapsed += Duration::from_secs(5);
        assert_eq!(run.left(), None);
        assert!(!run.line(79).contains("left"), "{}", run.line(79));
    }

    /// Oracle: hand-written counts: nine of ten parts and few cases are finished, and vice versa.
    #[test]
    fn share_is_the_smaller_of_cases_and_parts() {
        let mut few = Facts::default();
        for number in 0..10 {
            let cases = if number == 9 { 1 << 32 } else { 1 };
            few.expect(&part(number), cases, cases);
        }
        let mut many = few.clone();
        for number in 0..9 {
            few.ended(&part(number), 1, Duration::ZERO);
        }
        assert!(few.line(79).starts_with("  0 %"), "{}", few.line(79));
        many.ended(&part(9), 1 << 32, Duration::ZERO);
        assert!(many.line(79).starts_with(" 10 %"), "{}", many.line(79));
        few.ended(&part(9), 1 << 32, Duration::ZERO);
        assert!(few.line(79).starts_with("100 %"), "{}", few.line(79));
    }

    /// Oracle: a resumed run: earlier results count as finished, in cases and in parts, up to the total.
    #[test]
    fn results_of_an_earlier_run_count_as_finished() {
        let mut run = Facts::default();
        run.expect(&part(0), 1, 0);
        run.expect(&part(1), 100, 50);
        run.expect(&part(2), 1, 1);
        assert_eq!((run.done, run.before, run.due), (51, 51, 102));
        assert_eq!((run.pace.done, run.pace.due), (1, 3));
        run.ended(&part(1), 50, Duration::ZERO);
        run.ended(&part(2), 1, Duration::ZERO);
        assert_eq!((run.done, run.pace.done), (102, 3));
    }
}
