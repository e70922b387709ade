//! Output of `check`: a line per trial as text, or JSON lines.

use super::event::{End, Event, FailureEvent, LossEvent, Trial};
use crate::loudness::Verbosity;
use crate::stdout;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use vyre_conform_harness::report::no_adapter;
use vyre_conform_harness::report::{defect, pluralize, warn};
use vyre_conform_harness::{Context, HeldCount};
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::record::{NotRun, Outcome, Record};

/// Numbers of trials by outcome.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) ignored: usize,
}

/// End of a run, besides its trials.
pub(super) struct Ending<'a> {
    /// The held trials that did not run.
    pub(super) held: Option<HeldCount>,
    /// The lines about held trials and ignored segments of the store.
    pub(super) notes: &'a str,
    pub(super) summary: &'a str,
    /// The reasons why a run without a failed trial does not pass.
    pub(super) incomplete: &'a [String],
    pub(super) losses: Vec<LossEvent<'a>>,
    pub(super) interrupted: bool,
    pub(super) took: Duration,
}

/// Prints the events of a run.
pub(super) struct TrialReporter {
    json: bool,
    loudness: Verbosity,
    colour: bool,
    /// True if a trial without an adapter fails.
    requires_gpu: bool,
    planned: usize,
    chosen: usize,
    heard: Mutex<RunState>,
}

/// A report, and the trials that fail for the same reason.
struct FailureReport {
    id: String,
    report: String,
    /// Key of the common defect.
    defect: Option<String>,
    also: Vec<String>,
}

#[derive(Default)]
struct RunState {
    counts: Counts,
    /// The failures, printed at the end.
    failures: Vec<FailureReport>,
    /// The number of trials prevented by each failing trial, whose report covers all of them.
    because_of: BTreeMap<String, u64>,
}

impl RunState {
    /// Records a failed trial. The report of an already reported defect is dropped.
    fn fails(&mut self, id: &str, report: &str, defect: Option<String>) {
        let mut known = self.failures.iter_mut();
        let same = known.find(|known| defect.is_some() && known.defect == defect);
        match same {
            Some(same) => same.also.push(id.to_owned()),
            None => self.failures.push(FailureReport {
                id: id.to_owned(),
                report: report.to_owned(),
                defect,
                also: vec![],
            }),
        }
    }
}

impl RunState {
    /// The reports of failures, and the trials that they prevented.
    fn failures_text(&self) -> String {
        let mut out = String::new();
        if !self.failures.is_empty() {
            out.push_str("\nfailures:\n");
            self.failures
                .iter()
                .for_each(|failure| out.push_str(&failure.text()));
        }
        for (trial, left) in &self.because_of {
            let left = pluralize(*left, "trial was", "trials were");
            out.push_str(&format!("\n{left} not run, because {trial} fails\n"));
        }
        out
    }
}

impl FailureReport {
    fn text(&self) -> String {
        let Self {
            id, report, also, ..
        } = self;
        let mut out = format!("\n---- {id} ----\n{report}");
        if !also.is_empty() {
            let trials = pluralize(also.len() as u64, "more trial fails", "more trials fail");
            out.push_str(&format!("  {trials} for the same reason:\n"));
            also.iter()
                .for_each(|id| out.push_str(&format!("    {id}\n")));
        }
        out
    }
}

impl TrialReporter {
    pub(super) fn new(
        json: bool,
        loudness: Verbosity,
        requires_gpu: bool,
        planned: usize,
        chosen: usize,
    ) -> Self {
        let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Self {
            json,
            loudness,
            colour,
            requires_gpu,
            planned,
            chosen,
            heard: Mutex::default(),
        }
    }

    pub(super) fn start(&self, context: &Context, filter: Option<&str>) {
        let adapters = match context.no_adapter() {
            Some(_) => vec![],
            None => context.slugs(),
        };
        let absent: Vec<String> = context.absent().iter().map(ToString::to_string).collect();
        match self.json {
            true => stdout::json(&Event::Start {
                adapters,
                no_adapter: context.no_adapter(),
                absent,
                filter,
                trials: self.chosen,
            }),
            false if self.loudness.is_quiet() => {}
            false => {
                let trials = pluralize(self.chosen as u64, "trial", "trials");
                sayln!("running {trials}");
            }
        }
    }

    /// The word for an outcome, and its report or reason.
    fn verdict(&self, record: &Record) -> (&'static str, String) {
        match &record.outcome {
            Outcome::Passed => ("ok", String::new()),
            Outcome::Failed(failure) => ("FAILED", failure.report.clone()),
            Outcome::NotRun(NotRun::NoAdapter(reason)) => {
                let message = no_adapter(self.requires_gpu, reason);
                if self.requires_gpu {
                    let id = &record.obligation.id;
                    ("FAILED", format!("{id}: {message}\n"))
                } else {
                    ("ignored", message)
                }
            }
            Outcome::UnsupportedByBackend { hardware } => {
                ("ignored", format!("the backend lacks {hardware}"))
            }
            Outcome::NotRun(why) => ("ignored", why.to_string()),
        }
    }

    /// Reports a trial that ended.
    pub(super) fn trial(&self, record: &Record, took: Duration) {
        let id = &record.obligation.id;
        let (word, report) = self.verdict(record);
        let mut state = self.heard();
        match word {
            "ok" => state.counts.passed += 1,
            "FAILED" => {
                state.counts.failed += 1;
                state.fails(id, &report, defect(record));
            }
            _ => state.counts.ignored += 1,
        }
        if let Some(trial) = record.blocking_trial() {
            *state.because_of.entry(trial.to_owned()).or_default() += 1;
        }
        if self.json {
            let failure = match &record.outcome {
                Outcome::Failed(failure) => Some(FailureEvent::new(failure)),
                _ => None,
            };
            let reason = (failure.is_none() && !report.is_empty()).then_some(&report[..]);
            return stdout::json(&Event::Trial(Box::new(Trial {
                outcome: word.to_lowercase(),
                cases: record.cases,
                milliseconds: took.as_millis() as u64,
                reason,
                because_of: record.blocking_trial(),
                failure,
                ..Trial::new(&record.obligation)
            })));
        }
        if self.loudness.is_quiet() {
            return;
        }
        let reason = match word {
            "ignored" => format!(" ({report})"),
            _ if self.loudness.is_verbose() => {
                let of = &record.obligation;
                let cases = pluralize(record.cases, "case", "cases");
                let (seconds, subject) = (took.as_secs_f64(), &of.question.subject);
                format!(
                    " ({cases} in {seconds:.3} s: {subject}, by the {})",
                    of.oracle
                )
            }
            _ => String::new(),
        };
        sayln!("trial {id} ... {}{reason}", self.coloured(word));
    }

    /// Reports a held trial that does not run.
    pub(super) fn held(&self, record: &Record) {
        if self.json {
            return stdout::json(&Event::Trial(Box::new(Trial {
                outcome: "held".to_owned(),
                cases: record.cases,
                ..Trial::new(&record.obligation)
            })));
        }
        if self.loudness.is_verbose() {
            sayln!(
                "trial {} ... {}",
                record.obligation.id,
                self.coloured("held")
            );
        }
    }

    /// Ends the run: prints reports, summary and counts.
    pub(super) fn end(&self, ending: Ending<'_>) {
        let Ending {
            held,
            notes,
            summary,
            incomplete,
            losses,
            interrupted,
            took,
        } = ending;
        let state = self.heard();
        let Counts {
            passed,
            failed,
            ignored,
        } = state.counts;
        let filtered = self.planned - self.chosen;
        if self.json {
            let end = End {
                passed,
                failed,
                ignored,
                held: held.as_ref().map_or(0, |held| held.trials),
                held_since: held.as_ref().map(|held| &held.since[..]),
                filtered,
                incomplete,
                losses,
                summary,
                milliseconds: took.as_millis() as u64,
            };
            return stdout::json(&if interrupted {
                Event::Interrupted(end)
            } else {
                Event::End(end)
            });
        }
        let mut out = state.failures_text();
        if !self.loudness.is_quiet() {
            out.push_str(notes);
            out.push_str(summary);
        }
        let held = held
            .map(|held| format!("{} held; ", held.trials))
            .unwrap_or_default();
        let well = failed == 0 && incomplete.is_empty();
        let word = self.coloured(if well { "ok" } else { "FAILED" });
        out.push_str(&format!(
            "{}result: {word}. {passed} passed; {failed} failed; {ignored} ignored; {held}{filtered} filtered \
             out; finished in {:.2} s",
            if out.is_empty() && self.loudness.is_quiet() { "" } else { "\n" },
            took.as_secs_f64()
        ));
        sayln!("{out}");
        for message in incomplete {
            warn(format_args!("error: {message}"));
        }
    }

    pub(super) fn counts(&self) -> Counts {
        self.heard().counts.clone()
    }

    fn coloured(&self, word: &str) -> String {
        let code = match word {
            "ok" => 32,
            "FAILED" => 31,
            _ => 33,
        };
        if self.colour {
            format!("\x1b[{code}m{word}\x1b[0m")
        } else {
            word.to_owned()
        }
    }

    fn heard(&self) -> MutexGuard<'_, RunState> {
        lock(&self.heard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the definition: one report per defect, with the names of all trials; failures without a common defect
    /// have separate reports.
    #[test]
    fn a_defect_is_reported_once_with_its_trials() {
        let mut state = RunState::default();
        let lowering = || Some("the lowering of `x` on gpu: the lowering is wrong".to_owned());
        for trial in ["edges", "witnessed", "table"] {
            state.fails(&format!("x::parity::gpu::{trial}"), "report\n", lowering());
        }
        for trial in ["x::table", "x::law"] {
            state.fails(trial, "another\n", None);
        }
        let text: String = state.failures.iter().map(FailureReport::text).collect();
        assert_eq!(text.matches("report\n").count(), 1, "{text}");
        assert_eq!(text.matches("another\n").count(), 2, "{text}");
        let expected = "  2 more trials fail for the same reason:\n    x::parity::gpu::witnessed\n    \
             x::parity::gpu::table\n";
        assert!(text.contains(expected), "{text}");
    }
}
