//! Progress of a long run: one line on a terminal, plain lines elsewhere, JSON lines on request.

mod line;
mod pace;

use super::loudness::Verbosity;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use line::Facts;
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::OutcomeName;
use vyre_conform_harness::report::{pluralize, warn};
use vyre_conform_harness::run::Task;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::plan::Obligation;

/// Interval of plain lines.
const INTERVAL: Duration = Duration::from_secs(10);

/// Interval of redrawing the line of a terminal, so that its clock runs even if nothing ends.
const TICK: Duration = Duration::from_millis(250);

/// Columns of a plain line, and of a terminal of unknown width.
const COLUMNS: usize = 79;

/// A finished task, as progress reports it.
pub(super) struct FinishedTask<'a> {
    /// Id of the obligation.
    pub(super) id: &'a str,
    /// Its range, if it is a range of cases.
    pub(super) range: Option<[u64; 2]>,
    /// Number of cases that ran.
    pub(super) cases: u64,
    /// Number of failing cases.
    pub(super) failures: u64,
    /// Its outcome.
    pub(super) outcome: OutcomeName,
    /// Reason for any outcome except a pass.
    pub(super) reason: Option<&'a str>,
}

/// Prints the progress of a run.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    json: bool,
    plain: bool,
    loudness: Verbosity,
    begun: Arc<LineState>,
    said: Mutex<Instant>,
}

/// State of the progress line.
#[derive(Debug)]
struct LineState {
    at: Instant,
    facts: Mutex<Facts>,
}

impl LineState {
    fn facts(&self) -> MutexGuard<'_, Facts> {
        lock(&self.facts)
    }

    fn line(&self, columns: usize) -> String {
        let mut facts = self.facts();
        facts.elapsed = self.at.elapsed();
        facts.line(columns)
    }
}

impl Progress {
    /// Prints JSON lines on stdout, or text on stderr.
    pub(super) fn new(json: bool, loudness: Verbosity) -> Self {
        let terminal = std::io::stderr().is_terminal() && !json && !loudness.is_quiet();
        let begun = Arc::new(LineState {
            at: Instant::now(),
            facts: Mutex::default(),
        });
        let bar = if terminal {
            ProgressBar::new(0)
        } else {
            ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
        };
        if let Ok(style) = ProgressStyle::with_template("{line}") {
            let begun = begun.clone();
            let line = move |_: &ProgressState, out: &mut dyn Write| {
                // The last column stays empty: some terminals wrap after it.
                let columns = Term::stderr().size_checked();
                let columns = columns.map_or(COLUMNS, |(_, columns)| columns.into());
                let _ = out.write_str(&begun.line(columns.saturating_sub(1)));
            };
            bar.set_style(style.with_key("line", line));
        }
        if terminal {
            bar.enable_steady_tick(TICK);
        }
        Self {
            bar,
            json,
            plain: !terminal && !json && !loudness.is_quiet(),
            loudness,
            begun,
            said: Mutex::new(Instant::now()),
        }
    }

    /// Prints an event for programs: a line of JSON with the field `event`.
    pub(super) fn event(&self, name: &str, mut fields: Value) {
        if self.json {
            fields["event"] = json!(name);
            super::stdout::json(&fields);
        }
    }

    /// Prints a line of text, even in quiet mode.
    pub(super) fn line(&self, text: &str) {
        if self.plain || self.loudness.is_quiet() && !self.json {
            warn(text);
        } else if !self.json {
            self.bar.println(text);
        }
    }

    /// Adds a part with this many cases, of which `left` remain; an earlier run finished the others.
    pub(super) fn expect(&self, of: &Obligation, cases: u64, left: u64) {
        self.begun.facts().expect(of, cases, left);
    }

    /// Reports a finished task.
    pub(super) fn task(&self, task: &Task<'_>, result: &FinishedTask<'_>, took: Duration) {
        // This run does not repeat an interrupted range.
        let range = task.range.as_ref();
        let cases = range.map_or(1, |range| range.end - range.start);
        let fails = result.outcome == OutcomeName::Failed || result.failures > 0;
        {
            let mut facts = self.begun.facts();
            facts.ended(task.obligation, cases, took);
            facts.last = self.begun.at.elapsed();
            facts.failed += u64::from(fails);
            result.id.clone_into(&mut facts.task);
        }
        self.event(
            "task",
            json!({"id": result.id, "range": result.range, "cases": result.cases,
                "failures": result.failures, "outcome": result.outcome, "reason": result.reason,
                "microseconds": took.as_micros() as u64}),
        );
        if fails {
            let message = result.reason.map_or_else(
                || format!("{}: {} failing cases", result.id, result.failures),
                str::to_owned,
            );
            self.line(&format!("FAILED {message}"));
        } else if self.loudness.is_verbose() {
            let range = result.range.map(|[from, to]| format!(" {from}..{to}"));
            let cases = pluralize(result.cases, "case", "cases");
            self.line(&format!(
                "{}{}: {}, {cases} in {:.3} s",
                result.id,
                range.unwrap_or_default(),
                result.outcome.words(),
                took.as_secs_f64()
            ));
        }
        if self.plain {
            let mut last = lock(&self.said);
            if last.elapsed() >= INTERVAL {
                *last = Instant::now();
                warn(format_args!("{}", self.begun.line(COLUMNS)));
            }
        }
    }

    /// Ends the output.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
