//! What a long run tells while it runs: a bar on a terminal, plain lines elsewhere, JSON lines on
//! request.

use super::certify::TaskResult;
use crate::certify::certificate::OutcomeName;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Between two plain lines.
const INTERVAL: Duration = Duration::from_secs(10);

/// The teller of a run.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    json: bool,
    plain: bool,
    began: Instant,
    due: AtomicU64,
    done: AtomicU64,
    failed: AtomicU64,
    said: Mutex<Instant>,
}

impl Progress {
    /// Tells in JSON lines on stdout, or to a person on stderr.
    pub(super) fn new(json: bool) -> Self {
        let terminal = std::io::stderr().is_terminal() && !json;
        let bar = match terminal {
            true => ProgressBar::new(0),
            false => ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
        };
        let style = "{bar:32} {percent:>3} %  {human_pos} of {human_len} cases  {per_sec}  {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Self {
            bar,
            json,
            plain: !terminal && !json,
            began: Instant::now(),
            due: AtomicU64::new(0),
            done: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            said: Mutex::new(Instant::now()),
        }
    }

    /// An event for programs: a line of JSON with the field `event`.
    pub(super) fn event(&self, name: &str, mut fields: Value) {
        if self.json {
            fields["event"] = json!(name);
            sayln!("{fields}");
        }
    }

    /// A line for a person.
    pub(super) fn line(&self, text: &str) {
        if self.plain {
            eprintln!("{text}");
        } else if !self.json {
            self.bar.println(text);
        }
    }

    /// How many cases there are.
    pub(super) fn expect(&self, cases: u64) {
        self.due.store(cases, Ordering::Relaxed);
        self.bar.set_length(cases);
    }

    /// Cases that an earlier run did.
    pub(super) fn done_before(&self, cases: u64) {
        self.done.fetch_add(cases, Ordering::Relaxed);
        self.bar.inc(cases);
        self.bar.reset_eta();
    }

    /// A task ended.
    pub(super) fn task(&self, result: &TaskResult, took: Duration) {
        let cases = if result.range.is_some() {
            result.met()
        } else {
            1
        };
        let done = self.done.fetch_add(cases, Ordering::Relaxed) + cases;
        self.bar.inc(cases);
        self.bar.set_message(result.id.clone());
        self.event(
            "task",
            json!({"id": result.id, "range": result.range, "cases": result.cases,
                "failures": result.failures, "outcome": result.outcome, "reason": result.reason,
                "microseconds": took.as_micros() as u64}),
        );
        if result.outcome == OutcomeName::Failed || result.failures > 0 {
            self.failed.fetch_add(1, Ordering::Relaxed);
            let reason = result.reason.clone();
            let said = reason
                .unwrap_or_else(|| format!("{}: {} failing cases", result.id, result.failures));
            self.line(&format!("FAILED {said}"));
        }
        if self.plain {
            let mut said = self.said.lock().unwrap_or_else(|e| e.into_inner());
            if said.elapsed() >= INTERVAL {
                *said = Instant::now();
                eprintln!("{}", self.status(done));
            }
        }
    }

    fn status(&self, done: u64) -> String {
        let due = self.due.load(Ordering::Relaxed).max(1);
        let seconds = self.began.elapsed().as_secs_f64();
        let rate = done as f64 / seconds.max(1e-3);
        let left = due.saturating_sub(done) as f64 / rate.max(1.0);
        format!(
            "{:.0} %  {done} of {due} cases  {:.1} M/s  {left:.0} s left  {} failed",
            100.0 * done as f64 / due as f64,
            rate / 1e6,
            self.failed.load(Ordering::Relaxed)
        )
    }

    /// The run is over.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
