//! Obligations as trials of a test binary: the executor runs them, and the test harness reports the outcomes.

mod collided;

pub use collided::undistinguished;

use super::budget::choice;
use super::held::HeldTrials;
use super::report::{defect, no_adapter, warn};
use super::run::executor::{self, OutcomeSink};
use super::run::{Task, WorkOutcome, lane, of_all};
use crate::context::Context;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;
use vyre_conform_certificate::names::Name;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::sync::{cores, lock};
use vyre_conform_suite::completeness::of_op;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::{NotRun, Outcome, Record};

/// Outcome of a trial for the test harness.
type TrialResult = Result<Completion, Failed>;

/// One trial per obligation, in the order of the plan. Trials of backends with a time limit come last, so that the test
/// harness never blocks on one of them while other outcomes are ready. The executor starts on them at once.
///
/// Test runners count an outcome decided while running as a pass, so a trial that cannot run is marked as ignored from
/// the start. If `only` is a name, it selects the trials.
pub(super) fn trials(
    context: &'static Context,
    arguments: &Arguments,
    only: Option<&Name>,
) -> Vec<Trial> {
    let quick = context.settings().quick.then(|| choice::trials(context));
    let takes = |id: &str, trial: &str| {
        only.is_none_or(|name| name.takes(id, trial))
            && quick.as_ref().is_none_or(|quick| quick.contains(trial))
    };
    let mut planned = vec![];
    for (obligation, known) in context.plan().obligations().iter().zip(of_all(context)) {
        if !takes(&obligation.op, &obligation.id) {
            continue;
        }
        planned.push(PlannedTrial::new(context, obligation, known, arguments));
    }
    let chosen: Vec<&Obligation> = planned
        .iter()
        .filter(|of| of.is_met)
        .map(|of| of.obligation)
        .collect();
    // A runner with one process per trial requests it by its exact name and receives its record.
    let held = (!arguments.exact && !arguments.list)
        .then(|| context.look_up(&chosen))
        .flatten();
    let SortedTrials {
        mut first,
        mut last,
        chosen,
        senders,
    } = sorted(context, planned, held);
    let cores = cores();
    let threads = arguments.test_threads.unwrap_or(cores);
    let front = TrialSender {
        context,
        tell: Mutex::new(senders),
        reported: Mutex::default(),
    };
    std::thread::spawn(move || {
        executor::run_wholes(context, chosen, threads, &front);
    });
    first.append(&mut last);
    let ops = context.catalog().ops();
    let is_taken = |op: &&Op| takes(op.def.id, &format!("{}::completeness", op.def.id));
    first.extend(
        ops.iter()
            .filter(is_taken)
            .map(|op| completeness(context, op)),
    );
    // A single op has no other that it could be mistaken for.
    let is_alone = ops.len() < 2 || only.is_some() || quick.is_some();
    first.extend((!is_alone).then(|| collided::trial(context)));
    first
}

/// The trials of a run, without those whose records are known.
#[derive(Default)]
struct SortedTrials {
    first: Vec<Trial>,
    /// Trials of backends with a time limit.
    last: Vec<Trial>,
    /// The obligations that the executor runs.
    chosen: Vec<&'static Obligation>,
    /// The senders of their outcomes.
    senders: HashMap<&'static str, Sender<TrialResult>>,
}

fn sorted(
    context: &'static Context,
    planned: Vec<PlannedTrial>,
    held: Option<&HeldTrials>,
) -> SortedTrials {
    let mut sorted = SortedTrials::default();
    for PlannedTrial {
        obligation,
        trial,
        is_met,
        sender,
    } in planned
    {
        if is_met && let Some(record) = held.and_then(|held| held.record(obligation)) {
            context.record(record);
            continue;
        }
        if is_met {
            sorted.chosen.push(obligation);
            sorted.senders.insert(obligation.id.as_str(), sender);
        }
        match lane(context, obligation).filter(|_| is_met) {
            None => sorted.first.push(trial),
            Some(_) => sorted.last.push(trial),
        }
    }
    sorted
}

/// A trial, and the sender of its outcome if the executor runs its obligation.
struct PlannedTrial {
    obligation: &'static Obligation,
    trial: Trial,
    is_met: bool,
    /// Sender of the trial's outcome.
    sender: Sender<TrialResult>,
}

impl PlannedTrial {
    fn new(
        context: &'static Context,
        obligation: &'static Obligation,
        known: Option<Outcome>,
        arguments: &Arguments,
    ) -> Self {
        let (sender, receiver) = mpsc::channel();
        let runs = known.is_none();
        let trial = match known {
            None => running(obligation, receiver),
            Some(outcome) => unavailable(context, obligation, outcome, arguments.list),
        };
        let waits =
            arguments.list || arguments.is_filtered_out(&trial) || arguments.is_ignored(&trial);
        Self {
            obligation,
            trial,
            is_met: runs && !waits,
            sender,
        }
    }
}

/// Reports the completeness of an op's declaration: a number without a requirement.
fn completeness(context: &'static Context, op: &'static Op) -> Trial {
    let id = op.def.id;
    let say = move || {
        let line = match of_op(context.catalog(), op) {
            Some(found) => found.to_string(),
            None => "it has floats, or more than three operands: nothing is counted".to_owned(),
        };
        warn(format_args!("{id}: {line}"));
        Ok(())
    };
    Trial::test(format!("{id}::completeness"), say)
}

/// A trial that receives its outcome from the executor.
fn running(obligation: &Obligation, receiver: Receiver<TrialResult>) -> Trial {
    let ended = move || {
        receiver
            .recv()
            .unwrap_or_else(|_| Err(Failed::without_message()))
    };
    Trial::ignorable_test(obligation.id.clone(), ended)
}

/// A trial that does not run.
fn unavailable(
    context: &'static Context,
    obligation: &'static Obligation,
    outcome: Outcome,
    listed: bool,
) -> Trial {
    let id = obligation.id.clone();
    if !listed {
        context.record(Record::not_run(obligation, outcome.clone()));
    }
    match outcome {
        Outcome::NotRun(NotRun::NoAdapter(reason)) => {
            let required = context.settings().require_gpu;
            Trial::test(id, move || Err(Failed::from(no_adapter(required, &reason))))
                .with_kind("no adapter")
                .with_ignored_flag(!required)
        }
        outcome => Trial::ignorable_test(id, move || result(&outcome))
            .with_kind("UnsupportedByBackend")
            .with_ignored_flag(true),
    }
}

/// The front end of a test binary.
struct TrialSender {
    context: &'static Context,
    tell: Mutex<HashMap<&'static str, Sender<TrialResult>>>,
    /// The first trial that reported each defect.
    reported: Mutex<HashMap<String, String>>,
}

impl TrialSender {
    /// The outcome of a trial. A defect is reported once: other trials that it fails refer to that report.
    fn result(&self, record: &Record) -> TrialResult {
        let (Some(defect), Outcome::Failed(failure)) = (defect(record), &record.outcome) else {
            return result(&record.outcome);
        };
        let id = &record.obligation.id;
        let mut reported = lock(&self.reported);
        let first = reported.entry(defect).or_insert_with(|| id.clone());
        if first == id {
            result(&record.outcome)
        } else {
            Err(Failed::from(format!(
                "{}\n  the same defect as in `{first}`, whose report says more\n",
                failure.headline
            )))
        }
    }
}

impl OutcomeSink for TrialSender {
    fn task_ended(&self, task: &Task<'_>, outcome: WorkOutcome, _station: usize, _took: Duration) {
        let WorkOutcome::Whole(record) = outcome else {
            return;
        };
        let record = match self.context.held() {
            Some(held) => held.record_result(record),
            None => record,
        };
        let ended = self.result(&record);
        self.context.record(record);
        let mut tell = lock(&self.tell);
        if let Some(tell) = tell.remove(task.obligation.id.as_str()) {
            // Nobody receives a result after the run.
            let _ = tell.send(ended);
        }
    }
}

/// The outcome of a trial in a test binary.
fn result(outcome: &Outcome) -> TrialResult {
    match outcome {
        Outcome::Passed => Ok(Completion::Completed),
        Outcome::Failed(failure) => Err(Failed::from(failure.report.clone())),
        Outcome::UnsupportedByBackend { hardware } => Err(Failed::from(format!(
            "UnsupportedByBackend: it lacks {hardware}"
        ))),
        Outcome::NotRun(reason @ (NotRun::Blocked { .. } | NotRun::Undecided(_))) => {
            Ok(Completion::ignored_with(reason))
        }
        Outcome::NotRun(reason) => Err(Failed::from(reason.to_string())),
    }
}
