//! Runs tests in separate processes, one per core at a time.

use crate::plan::{Plan, PlannedTest};
use crate::report::Report;
use crate::verdicts::TestVerdicts;
use anyhow::{Context as _, Result};
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The driver in verdicts on long tests.
pub(crate) const DRIVER: &str = "long tests";

/// Interval between checks of a test.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Outcome of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    /// Failed, with the last lines of its output.
    Failed(String),
    /// A requirement is missing.
    NotRun(String),
    /// The run's time was over.
    Pending,
}

/// Runs the tests of a plan, and passes each outcome to the report. The store keeps passes.
pub(crate) fn run(
    plan: &Plan,
    budget: Option<Duration>,
    report: &mut Report,
    verdicts: TestVerdicts<'_>,
) {
    let end = budget.map(|budget| Instant::now() + budget);
    let interrupted = interruption();
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let (sender, receiver) = mpsc::channel();
    let logs = report.folder().to_owned();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (next, sender, logs) = (&next, sender.clone(), &logs);
            scope.spawn(move || {
                while let Some(planned) = plan.pending.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let started = Instant::now();
                    let fits = budget.is_none_or(|budget| planned.test.time <= budget);
                    let is_over = || {
                        interrupted.load(Ordering::Relaxed)
                            || end.is_some_and(|end| Instant::now() >= end)
                    };
                    let outcome = if fits && !is_over() {
                        outcome(planned, logs, &is_over)
                    } else {
                        Outcome::Pending
                    };
                    // The report is read until every worker ended.
                    let _ = sender.send((planned, outcome, started.elapsed()));
                }
            });
        }
        drop(sender);
        for (planned, outcome, elapsed) in receiver {
            store_verdict(planned, &outcome, verdicts);
            report.ended(planned, outcome, elapsed);
        }
    });
}

/// Set by Ctrl-C, which prevents further tests and ends running ones.
fn interruption() -> &'static AtomicBool {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    // Only a second handler in one process fails, which tests of this module may set.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    &INTERRUPTED
}

/// Keeps a pass; withdraws the verdicts on tests if a repeated one fails.
fn store_verdict(planned: &PlannedTest, outcome: &Outcome, verdicts: TestVerdicts<'_>) {
    let now = crate::seconds();
    match (outcome, &planned.held) {
        (Outcome::Passed, None) => verdicts.keep(planned.key, &planned.test.name, 1, now),
        (Outcome::Failed(_), Some(_)) => verdicts.withdraw(now),
        _ => {}
    }
}

/// Runs one test until it ends or the time is over.
fn outcome(planned: &PlannedTest, logs: &Path, is_over: &dyn Fn() -> bool) -> Outcome {
    let name = planned
        .test
        .name
        .replace("::", ".")
        .replace([' ', '/'], "-");
    let log = logs.join(format!("{name}.log"));
    match wait(planned, &log, is_over) {
        Ok(Some(is_success)) => {
            let text = fs::read(&log).unwrap_or_default();
            judged(is_success, &String::from_utf8_lossy(&text))
        }
        Ok(None) => Outcome::Pending,
        Err(error) => Outcome::Failed(format!("{error:#}")),
    }
}

/// Returns true if the process of a test succeeded; `None` if the time was over before.
fn wait(planned: &PlannedTest, log: &Path, is_over: &dyn Fn() -> bool) -> Result<Option<bool>> {
    let file = File::create(log).with_context(|| log.display().to_string())?;
    let mut command = planned.test.binary.command();
    let part = planned.test.part.iter();
    command
        // Suites that tests start must not use the store of this run.
        .env_remove("VYRE_VERDICTS")
        .envs(part.map(|part| (vyre_conform_tests::part::VARIABLE, part)))
        .args(["--exact", &planned.test.path, "--ignored"])
        .stdin(Stdio::null())
        .stdout(file.try_clone()?)
        .stderr(file);
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    let mut child: Box<dyn ChildWrapper> = command.spawn().context("the test does not start")?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        if is_over() {
            child.kill()?;
            return Ok(None);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// The outcome according to the output of a test.
fn judged(is_success: bool, output: &str) -> Outcome {
    if is_success && output.contains("test result: ok. 1 passed;") {
        return Outcome::Passed;
    }
    let ignored = output.lines().find(|line| line.contains(" ... ignored"));
    match ignored {
        Some(line) if is_success => Outcome::NotRun(line.trim().to_owned()),
        _ => Outcome::Failed(last_lines(output)),
    }
}

/// The last lines of an output.
fn last_lines(output: &str) -> String {
    const LINES: usize = 40;
    let lines: Vec<&str> = output.lines().collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}

#[cfg(test)]
mod tests;
