//! Held trials: a run does not repeat a trial that passed with the same key.
//!
//! The store is read once, before the first trial. The run repeats a sample of the held trials: one in a hundred, and
//! at least [`MIN_REPEATED`]. A repeated trial with another outcome fails and withdraws all verdicts of its driver.

mod certificates;
mod count;
mod driver;
mod keys;
mod lock_file;
mod lookup;
mod subjects;

pub use count::HeldCount;

use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::{CoveredClasses, Outcome, Record};
use vyre_conform_verdicts::{InputCoverage, Key, Retention, Verdict, VerdictStore, day};

/// Minimal number of held trials that a run repeats.
pub(crate) const MIN_REPEATED: usize = 8;

/// Subject of a verdict.
#[derive(Debug)]
struct Subject {
    key: Key,
    driver: String,
}

/// The trials of a run that the store holds. A front end asks for the [record](Self::record) of a trial before running
/// it, and passes the record of each trial that [ended](Self::record_result).
#[derive(Debug)]
pub struct HeldTrials {
    store: VerdictStore,
    /// Subjects by trial name.
    subjects: HashMap<String, Subject>,
    /// Held verdicts of trials that do not run, by trial name.
    not_run: HashMap<String, Verdict>,
    /// Held verdicts of trials that run nevertheless, by trial name.
    repeated: HashMap<String, Verdict>,
    /// Kept certificates that were ignored, a line each.
    notes: Vec<String>,
}

impl HeldTrials {
    /// The record of a held trial that does not run.
    pub fn record(&self, obligation: &Obligation) -> Option<Record> {
        let verdict = self.not_run.get(&obligation.id)?;
        let coverage = verdict.coverage.map(|hit| CoveredClasses {
            boundaries: hit.boundaries,
            classes: hit.classes,
        });
        Some(Record {
            obligation: obligation.clone(),
            outcome: Outcome::Passed,
            cases: verdict.cases,
            skipped: vec![],
            coverage,
            proof: None,
        })
    }

    /// Takes the record of a trial that ran: keeps a pass, and fails a trial that contradicts the store.
    pub fn record_result(&self, mut record: Record) -> Record {
        let Some(subject) = self.subjects.get(&record.obligation.id) else {
            return record;
        };
        let verdict = subject.verdict(&record);
        match (self.repeated.get(&record.obligation.id), verdict) {
            (Some(held), Some(verdict)) if differs(held, &verdict) => {
                let ran = format!("it now passes with {} cases", verdict.cases);
                record.outcome = Outcome::Failed(Box::default());
                self.withdraw(held, &ran, &mut record);
            }
            (Some(held), None) => self.withdraw(held, "it does not pass now", &mut record),
            (_, Some(verdict)) => self.store.keep(verdict),
            (None, None) => {}
        }
        record
    }

    /// Withdraws the verdicts of a driver and reports it in the failure of a record.
    fn withdraw(&self, held: &Verdict, ran: &str, record: &mut Record) {
        let Outcome::Failed(failure) = &mut record.outcome else {
            return;
        };
        self.store.withdraw(&held.driver, now());
        let withdrawn = format!(
            "{}: the verdict of {} is withdrawn: it passed then with {} cases, but {ran}. None of its dependencies \
             has changed (key {}), so that the store withdraws every verdict of `{}`",
            held.obligation,
            day(held.at),
            held.cases,
            held.key,
            held.driver
        );
        if failure.headline.is_empty() {
            failure.headline.clone_from(&withdrawn);
        }
        failure.report = format!("{}{withdrawn}\n", failure.report);
    }

    /// Ends the run: flushes verdicts to disk and prunes the store. Returns the line about held trials and one line for
    /// everything that was ignored.
    pub(super) fn end(&self) -> Vec<String> {
        self.store.sync();
        let mut lines: Vec<String> = self.count().iter().map(HeldCount::to_string).collect();
        lines.extend(self.store.notes());
        lines.extend(self.notes.iter().cloned());
        if self.store.is_large(Retention::default())
            && let Err(error) = VerdictStore::prune(self.store.folder(), Retention::default())
        {
            lines.push(format!(
                "{}: not pruned: {error}",
                self.store.folder().display()
            ));
        }
        lines
    }

    /// The number of trials that did not run, with the date of the oldest verdict; `None` if all ran.
    pub fn count(&self) -> Option<HeldCount> {
        let oldest = self.not_run.values().map(|verdict| verdict.at).min()?;
        Some(HeldCount {
            trials: self.not_run.len(),
            since: day(oldest),
            cases: self.not_run.values().map(|verdict| verdict.cases).sum(),
            repeated: self.repeated.len(),
        })
    }
}

impl Subject {
    /// The verdict for a record that the store can represent: a pass with a number of cases and a coverage.
    fn verdict(&self, record: &Record) -> Option<Verdict> {
        let is_whole = record.skipped.is_empty() && record.proof.is_none();
        let passed = matches!(record.outcome, Outcome::Passed) && is_whole;
        passed.then(|| Verdict {
            key: self.key,
            obligation: record.obligation.id.clone(),
            driver: self.driver.clone(),
            at: now(),
            cases: record.cases,
            coverage: record.coverage.map(|covered| InputCoverage {
                boundaries: covered.boundaries,
                classes: covered.classes,
            }),
        })
    }
}

fn differs(held: &Verdict, verdict: &Verdict) -> bool {
    (held.cases, held.coverage) != (verdict.cases, verdict.coverage)
}

/// The current time in seconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
pub(crate) mod tests;
