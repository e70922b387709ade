//! Output of a run with a budget: a line per trial, and on a terminal a status line with counts and remaining time.

use crate::report::{thousands, warn};
use libtest_mimic::{Arguments, FormatSetting};
use serde_json::{Value, json};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::time::{Duration, Instant};
use vyre_conform_suite::record::{NotRun, Outcome, Record};

/// Time before the first estimate: the first trials are not representative.
const SETTLED: Duration = Duration::from_secs(5);

/// Clears the last line of a terminal.
const CLEAR: &str = "\r\x1b[K";

/// Numbers of trials by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) ignored: usize,
    pub(super) held: usize,
    pub(super) pending: usize,
}

impl Counts {
    pub(super) const fn all(self) -> usize {
        self.passed + self.failed + self.ignored + self.held + self.pending
    }
}

/// Destination of the output.
pub(super) struct Output {
    pub(super) writer: Box<dyn Write>,
    pub(super) is_terminal: bool,
}

impl Output {
    pub(super) fn stdout() -> Self {
        let out = io::stdout();
        let is_terminal = out.is_terminal();
        Self {
            writer: Box::new(out),
            is_terminal,
        }
    }
}

/// Prints the progress of a run.
pub(super) struct Teller {
    writer: Box<dyn Write>,
    is_json: bool,
    /// True if passed trials have no line.
    is_quiet: bool,
    is_terminal: bool,
    due: usize,
    began: Instant,
    end: Instant,
    counts: Counts,
    reports: Vec<(String, String)>,
    lost: Option<io::Error>,
}

impl Teller {
    /// For a run of this many trials that ends at this time.
    pub(super) fn new(
        output: Output,
        arguments: &Arguments,
        expected: usize,
        end: Instant,
    ) -> Self {
        let is_json = matches!(arguments.format, Some(FormatSetting::Json));
        let terse = matches!(arguments.format, Some(FormatSetting::Terse));
        let mut teller = Self {
            writer: output.writer,
            is_json,
            is_quiet: arguments.quiet || terse,
            is_terminal: output.is_terminal && !is_json,
            due: expected,
            began: Instant::now(),
            end,
            counts: Counts::default(),
            reports: vec![],
            lost: None,
        };
        if is_json {
            teller.event(&json!({"type": "suite", "event": "started", "test_count": expected}))
        } else {
            teller.say(&format!("\nrunning {} tests\n", thousands(expected as u64)))
        }
        teller
    }

    /// Reports the record of a trial that ended.
    pub(super) fn ended(&mut self, record: &Record) {
        let (word, report) = match &record.outcome {
            Outcome::Passed => ("ok", None),
            Outcome::Failed(failure) => ("failed", Some(failure.report.clone())),
            Outcome::NotRun(reason @ NotRun::Pending { .. }) => {
                ("pending", Some(reason.to_string()))
            }
            Outcome::NotRun(reason) => ("ignored", Some(reason.to_string())),
            Outcome::UnsupportedByBackend { hardware } => {
                ("ignored", Some(format!("the backend lacks {hardware}")))
            }
        };
        match word {
            "ok" => self.counts.passed += 1,
            "failed" => self.counts.failed += 1,
            "pending" => self.counts.pending += 1,
            _ => self.counts.ignored += 1,
        }
        self.trial(&record.obligation.id, word, report);
    }

    /// Reports a held trial that does not run.
    pub(super) fn held(&mut self, record: &Record) {
        self.counts.held += 1;
        self.trial(&record.obligation.id, "held", None);
    }

    fn trial(&mut self, id: &str, word: &str, report: Option<String>) {
        if self.is_json {
            let mut event = json!({"type": "test", "name": id, "event": word});
            if let Some(report) = report {
                event["stdout"] = json!(report);
            }
            return self.event(&event);
        }
        if word == "failed" {
            let report = report.unwrap_or_default();
            self.reports.push((id.to_owned(), report));
            self.say(&format!("test {id} ... FAILED\n"));
        } else if !self.is_quiet {
            // The reason of a pending trial starts with this word.
            let message = match report {
                Some(reason) if word == "pending" => reason,
                Some(reason) => format!("{word}, {reason}"),
                None => word.to_owned(),
            };
            self.say(&format!("test {id} ... {message}\n"));
        } else {
            self.draw();
        }
    }

    /// Redraws the status line of a terminal.
    pub(super) fn draw(&mut self) {
        self.say("");
    }

    /// The status line of a terminal, in less than 80 columns.
    fn line(&self, elapsed: Duration, rest: Duration) -> String {
        let done = self.counts.all();
        let mut line = format!(
            "{} of {} tests",
            thousands(done as u64),
            thousands(self.due as u64)
        );
        if self.counts.failed > 0 {
            line += &format!(", {} failed", self.counts.failed);
        }
        let ran = done - self.counts.held;
        if elapsed >= SETTLED && ran > 0 {
            let left = (self.due - done) as f64 / ran as f64;
            let left = elapsed.mul_f64(left).min(rest).as_secs();
            line += &format!(", about {left} s left");
        }
        line
    }

    /// True if a trial failed.
    pub(super) const fn has_failed(&self) -> bool {
        self.counts.failed > 0
    }

    /// Ends the run: writes the reports and the closing text. Returns true if all output was written.
    pub(super) fn end(&mut self, closing: &str) -> bool {
        let seconds = self.began.elapsed().as_secs_f64();
        if self.is_terminal {
            self.write(CLEAR);
            self.is_terminal = false;
        }
        let text = if self.is_json {
            suite(self.counts, seconds).to_string() + "\n"
        } else {
            result(self.counts, &self.reports, seconds)
        };
        self.write(&(text + closing));
        match self.lost.take() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => {
                warn(format_args!("error: the output cannot be written: {error}"));
                false
            }
            _ => true,
        }
    }

    fn event(&mut self, event: &Value) {
        self.write(&(event.to_string() + "\n"));
    }

    /// Writes a text above the status line of a terminal.
    fn say(&mut self, text: &str) {
        if self.is_terminal {
            let rest = self.end.saturating_duration_since(Instant::now());
            let line = self.line(self.began.elapsed(), rest);
            self.write(&format!("{CLEAR}{text}{line}"));
        } else {
            self.write(text)
        }
    }

    fn write(&mut self, text: &str) {
        if self.lost.is_none() {
            let out = &mut self.writer;
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            self.lost = written.err();
        }
    }
}

/// The final event, with the fields of Rust's test harness and two more.
fn suite(counts: Counts, seconds: f64) -> Value {
    json!({
        "type": "suite",
        "event": if counts.failed > 0 { "failed" } else { "ok" },
        "passed": counts.passed,
        "failed": counts.failed,
        "ignored": counts.ignored,
        "held": counts.held,
        "pending": counts.pending,
        "exec_time": seconds,
    })
}

/// The reports of failures and the line of counts.
fn result(counts: Counts, reports: &[(String, String)], seconds: f64) -> String {
    let mut text = String::new();
    if !reports.is_empty() {
        text += "\nfailures:\n";
    }
    for (id, report) in reports {
        text += &format!("\n---- {id} ----\n{report}\n");
    }
    let Counts {
        passed,
        failed,
        ignored,
        held,
        pending,
    } = counts;
    let word = if failed == 0 { "ok" } else { "FAILED" };
    text += &format!(
        "\ntest result: {word}. {passed} passed; {failed} failed; {ignored} ignored; {held} held; {pending} pending; \
         finished in {seconds:.2}s\n\n"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn teller(expected: usize, counts: Counts) -> Teller {
        let now = Instant::now();
        Teller {
            writer: Box::new(io::sink()),
            is_json: false,
            is_quiet: false,
            is_terminal: false,
            due: expected,
            began: now,
            end: now,
            counts,
            reports: vec![],
            lost: None,
        }
    }

    /// Oracle: hand-written division, and the documentation of the constants.
    #[test]
    fn an_estimate_counts_the_trials_that_ran() {
        let counts = Counts {
            passed: 100,
            held: 300,
            ..Counts::default()
        };
        let line = |counts, elapsed, rest| {
            let seconds = Duration::from_secs;
            teller(1400, counts).line(seconds(elapsed), seconds(rest))
        };
        assert_eq!(line(counts, 4, 46), "400 of 1,400 tests");
        // 100 trials in 2 s make 20 s for 1,000, if the run has that much time.
        assert_eq!(line(counts, 5, 90), "400 of 1,400 tests, about 50 s left");
        assert_eq!(line(counts, 5, 45), "400 of 1,400 tests, about 45 s left");
        let failed = Counts {
            failed: 3,
            ..Counts::default()
        };
        assert_eq!(line(failed, 4, 46), "3 of 1,400 tests, 3 failed");
    }

    /// Oracle: the counts, and the sentence of the module that pending is not a pass.
    #[test]
    fn held_and_pending_trials_do_not_count_as_passed() {
        let counts = Counts {
            passed: 1,
            held: 2,
            pending: 3,
            ..Counts::default()
        };
        let text = result(counts, &[], 1.0);
        let expected =
            "test result: ok. 1 passed; 0 failed; 0 ignored; 2 held; 3 pending; finished in 1.00s";
        assert!(text.contains(expected), "{text}");
        let event = suite(counts, 1.0);
        assert_eq!((&event["passed"], &event["held"]), (&json!(1), &json!(2)));
        assert_eq!(event["pending"], 3);
    }
}
