//! Obligations that run in pieces and are reported as a whole.

use super::front::OutcomeSink;
use super::queue::Task;
use super::{WorkOutcome, conclude, run_task};
use crate::context::Context;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;
use std::time::Duration;
use vyre_conform_runtime::engine::{Cases, Check};
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::failing::Tally;
use vyre_conform_suite::plan::{Obligation, Part};
use vyre_conform_suite::record::{Outcome, Record};

/// The number of cases of an obligation that is worth splitting: a check of an engine on the interpreter, the slowest
/// kind. `None` during the replay of one case.
pub(super) fn cases(context: &Context, obligation: &Obligation) -> Option<u64> {
    let Part::Engine(check) = obligation.part else {
        return None;
    };
    let is_whole = matches!(check, Check::Gates | Check::Regressions);
    let settings = context.settings();
    if is_whole || obligation.backend().is_some() || settings.case.is_some() {
        return None;
    }
    let def = context.catalog().find_engine(&obligation.op)?;
    let cases = Cases::of(def, check, settings.plan.engine_inputs).len();
    (cases > 0).then_some(cases)
}

/// The completed pieces of an obligation.
#[derive(Debug, Default)]
struct Pieces {
    done: u64,
    tally: Tally,
    took: Duration,
    /// True if a piece ended without a tally.
    stopped: bool,
    /// The failure of the first piece without a tally: a call that does not return.
    failure: Option<Outcome>,
}

impl Pieces {
    /// Adds a piece; returns true if it completes the given number of cases.
    fn add(
        &mut self,
        range: &Range<u64>,
        found: Result<Tally, Outcome>,
        took: Duration,
        cases: u64,
    ) -> bool {
        self.done += range.end - range.start;
        self.took += took;
        match found {
            Ok(tally) => self.tally.add(tally),
            Err(outcome) => {
                self.stopped = true;
                if matches!(outcome, Outcome::Failed(_)) {
                    self.failure.get_or_insert(outcome);
                }
            }
        }
        self.done >= cases
    }

    /// True if every case ran and none failed.
    fn passed(&self) -> bool {
        !self.stopped && self.tally.failures == 0 && self.tally.skipped.is_empty()
    }
}

/// A front end that receives whole obligations, whatever pieces ran.
pub(super) struct JoiningSink<'a> {
    context: &'a Context,
    front: &'a dyn OutcomeSink,
    open: Mutex<HashMap<String, Pieces>>,
}

impl<'a> JoiningSink<'a> {
    pub(super) fn new(context: &'a Context, front: &'a dyn OutcomeSink) -> Self {
        Self {
            context,
            front,
            open: Mutex::default(),
        }
    }

    /// The record of an obligation whose pieces all ended. A failing one runs again as a whole, which stops at the
    /// first failing case and diagnoses it.
    fn record(&self, obligation: &Obligation, mut pieces: Pieces) -> Record {
        // The whole would not run: the run already knows that a function does not return, and names this obligation.
        if let Some(failure) = pieces.failure.take() {
            return Record::not_run(obligation, failure);
        }
        let whole = || {
            let range = None;
            match run_task(self.context, &Task { obligation, range }) {
                WorkOutcome::Whole(record) => record,
                WorkOutcome::Range(_) => unreachable!("it was met as a whole"),
            }
        };
        if !pieces.passed() {
            return whole();
        }
        match conclude(self.context, obligation, &pieces.tally) {
            Outcome::Passed => Record {
                cases: pieces.tally.cases,
                ..Record::not_run(obligation, Outcome::Passed)
            },
            _ => whole(),
        }
    }
}

impl OutcomeSink for JoiningSink<'_> {
    fn should_continue(&self) -> bool {
        self.front.should_continue()
    }

    fn task_ended(&self, task: &Task<'_>, outcome: WorkOutcome, station: usize, took: Duration) {
        let (found, range) = match (outcome, &task.range) {
            (WorkOutcome::Range(found), Some(range)) => (found, range),
            (outcome, _) => return self.front.task_ended(task, outcome, station, took),
        };
        let Some(cases) = cases(self.context, task.obligation) else {
            return;
        };
        let whole = {
            let mut open = lock(&self.open);
            let pieces = open.entry(task.obligation.id.clone()).or_default();
            if pieces.add(range, found, took, cases) {
                open.remove(&task.obligation.id)
            } else {
                None
            }
        };
        if let Some(pieces) = whole {
            let took = pieces.took;
            let record = self.record(task.obligation, pieces);
            let task = Task {
                obligation: task.obligation,
                range: None,
            };
            self.front
                .task_ended(&task, WorkOutcome::Whole(record), station, took);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(cases: u64, failures: u64) -> Tally {
        Tally {
            cases,
            failures,
            ..Tally::default()
        }
    }

    /// Oracle: counting: pieces of 60 and 40 cases are 100, in any order.
    #[test]
    fn pieces_are_a_whole_when_every_case_ended() {
        let second = Duration::from_secs(1);
        let mut pieces = Pieces::default();
        assert!(!pieces.add(&(60..100), Ok(tally(40, 0)), second, 100));
        assert!(pieces.add(&(0..60), Ok(tally(60, 0)), second, 100));
        assert_eq!((pieces.tally.cases, pieces.took), (100, 2 * second));
        assert!(pieces.passed());
        let mut pieces = Pieces::default();
        pieces.add(&(0..60), Ok(tally(60, 1)), second, 100);
        assert!(!pieces.passed());
        let mut pieces = Pieces::default();
        pieces.add(&(0..60), Err(Outcome::Passed), second, 100);
        assert!(!pieces.passed(), "it has no tally");
    }
}
