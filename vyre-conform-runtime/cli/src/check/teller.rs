//! What `check` tells: a line a trial for a person, or JSON lines.

use super::event::{End, Event, Failed, Trial};
use crate::loudness::Loudness;
use crate::say;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use vyre_conform_harness::Context;
use vyre_conform_harness::report::{counted, warn};
use vyre_conform_harness::trials::no_adapter;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::record::{NotRun, Outcome, Record};

/// How trials ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) ignored: usize,
}

/// The teller of a run.
pub(super) struct Teller {
    json: bool,
    loudness: Loudness,
    colour: bool,
    /// Whether a trial without an adapter fails.
    requires_gpu: bool,
    planned: usize,
    chosen: usize,
    heard: Mutex<Heard>,
}

#[derive(Default)]
struct Heard {
    counts: Counts,
    /// Names and reports of what failed: they are printed at the end.
    failures: Vec<(String, String)>,
    /// How many trials were not run because of a trial that failed: its report says it for all of them.
    because_of: BTreeMap<String, u64>,
}

impl Teller {
    pub(super) fn new(
        json: bool,
        loudness: Loudness,
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
            true => say::json(&Event::Start {
                adapters,
                no_adapter: context.no_adapter(),
                absent,
                filter,
                trials: self.chosen,
            }),
            false if self.loudness.is_quiet() => {}
            false => {
                let trials = counted(self.chosen as u64, "trial", "trials");
                sayln!("running {trials}");
            }
        }
    }

    /// A trial ended.
    pub(super) fn trial(&self, record: &Record, took: Duration) {
        let id = &record.obligation.id;
        let (word, report) = match &record.outcome {
            Outcome::Passed => ("ok", String::new()),
            Outcome::Failed(failure) => ("FAILED", failure.report.clone()),
            Outcome::NotRun(NotRun::NoAdapter(reason)) => {
                let said = no_adapter(self.requires_gpu, reason);
                match self.requires_gpu {
                    true => ("FAILED", format!("{id}: {said}\n")),
                    false => ("ignored", said),
                }
            }
            Outcome::UnsupportedByBackend { hardware } => {
                ("ignored", format!("the backend lacks {hardware}"))
            }
            Outcome::NotRun(why) => ("ignored", why.to_string()),
        };
        let mut heard = self.heard();
        match word {
            "ok" => heard.counts.passed += 1,
            "FAILED" => {
                heard.counts.failed += 1;
                heard.failures.push((id.clone(), report.clone()));
            }
            _ => heard.counts.ignored += 1,
        }
        if let Some(trial) = record.because_of() {
            *heard.because_of.entry(trial.to_owned()).or_default() += 1;
        }
        if self.json {
            let failure = match &record.outcome {
                Outcome::Failed(failure) => Some(Failed::of(failure)),
                _ => None,
            };
            let reason = (failure.is_none() && !report.is_empty()).then_some(&report[..]);
            return say::json(&Event::Trial(Box::new(Trial {
                outcome: word.to_lowercase(),
                cases: record.cases,
                milliseconds: took.as_millis() as u64,
                reason,
                because_of: record.because_of(),
                failure,
                ..Trial::of(&record.obligation)
            })));
        }
        if self.loudness.is_quiet() {
            return;
        }
        let reason = match word {
            "ignored" => format!(" ({report})"),
            _ if self.loudness.is_verbose() => {
                let of = &record.obligation;
                let cases = counted(record.cases, "case", "cases");
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

    /// The run is over: the reports, the summary, the counts.
    pub(super) fn end(
        &self,
        summary: &str,
        incomplete: &[String],
        interrupted: bool,
        took: Duration,
    ) {
        let heard = self.heard();
        let Counts {
            passed,
            failed,
            ignored,
        } = heard.counts;
        let filtered = self.planned - self.chosen;
        if self.json {
            let end = End {
                passed,
                failed,
                ignored,
                filtered,
                incomplete,
                summary,
                milliseconds: took.as_millis() as u64,
            };
            return say::json(&match interrupted {
                true => Event::Interrupted(end),
                false => Event::End(end),
            });
        }
        let mut out = String::new();
        if !heard.failures.is_empty() {
            out.push_str("\nfailures:\n");
            for (id, report) in &heard.failures {
                out.push_str(&format!("\n---- {id} ----\n{report}"));
            }
        }
        for (trial, left) in &heard.because_of {
            let left = counted(*left, "trial was", "trials were");
            out.push_str(&format!("\n{left} not run, because {trial} fails\n"));
        }
        if !self.loudness.is_quiet() {
            out.push_str(summary);
        }
        let well = failed == 0 && incomplete.is_empty();
        let word = self.coloured(if well { "ok" } else { "FAILED" });
        out.push_str(&format!(
            "{}result: {word}. {passed} passed; {failed} failed; {ignored} ignored; {filtered} filtered \
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
        match self.colour {
            true => format!("\x1b[{code}m{word}\x1b[0m"),
            false => word.to_owned(),
        }
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        lock(&self.heard)
    }
}
