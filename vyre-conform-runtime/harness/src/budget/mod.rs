//! Runs with a time budget. A trial that does not end in time is pending and not a pass.
//!
//! | run | trials | order |
//! |---|---|---|
//! | `--quick` | every op and engine once, on one backend | the shortest first; on the backend those with the smallest programs, because a software driver compiles the large ones for minutes |
//! | `--budget TIME` | all | ops and engines as `--order TEXT` draws them |
//!
//! A quick run has the default budget [`TIME`] and establishes no level. A run with a budget and without pending trials
//! is a whole run.

pub(super) mod choice;
mod progress;

use super::run::executor::{self, ObligationLane, OutcomeSink};
use super::run::{Task, WorkOutcome, unavailable};
use super::{Context, RunEnd, end_of_run, incomplete, lossy, unexplained};
use crate::report::{no_adapter, warn};
use choice::trials;
use libtest_mimic::{Arguments, Trial};
use progress::{Output, Teller};
use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use vyre_conform_certificate::names::Name;
use vyre_conform_runtime::sync::cores;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::{NotRun, Outcome, Record};

/// Default budget of the trials of a quick run.
const TIME: Duration = Duration::from_secs(55);

/// Number of workers on the backend: one prepares programs while the driver compiles those of the other.
const ON_BACKEND: usize = 2;

/// Interval between checks of the clock.
const TICK: Duration = Duration::from_millis(250);

/// Runs the trials that the arguments and a name select. `whole` is true if they select all.
pub(super) fn run(
    context: &'static Context,
    arguments: &Arguments,
    only: Option<&Name>,
    whole: bool,
) -> RunEnd {
    run_to(context, arguments, only, (whole, Output::stdout()))
}

/// [`run`] with another output.
fn run_to(
    context: &'static Context,
    arguments: &Arguments,
    only: Option<&Name>,
    (whole, output): (bool, Output),
) -> RunEnd {
    let end = Instant::now() + context.settings().budget.unwrap_or(TIME);
    let chosen = chosen(context, arguments, only);
    if chosen.is_empty() {
        warn("error: this run has no trial of such a name: see `--list`, and leave `--quick` out");
        return RunEnd::failed();
    }
    let mut teller = Teller::new(output, arguments, chosen.len(), end);
    let left = without_known(context, chosen, &mut teller);
    let (sender, receiver) = mpsc::channel();
    begin(context, &left, end, &sender);
    drop(sender);
    let say = |line: &str| warn(line);
    let pending = context.watching(say, || listen(context, &receiver, end, left, &mut teller));
    let is_at_work = pending.values().any(Option::is_some);
    let is_complete = whole && pending.is_empty();
    let closing = end_of_run::text(context, arguments);
    let is_written = teller.end(&closing);
    let mut wrong: Vec<String> = unexplained(context).into_iter().collect();
    wrong.extend(lossy(context));
    wrong.extend(
        is_complete
            .then(|| incomplete(context))
            .into_iter()
            .flatten(),
    );
    let requires_gpu = context.settings().require_gpu;
    let absent = context.no_adapter().filter(|_| requires_gpu);
    wrong.extend(absent.map(|reason| no_adapter(true, reason)));
    wrong
        .iter()
        .for_each(|message| warn(format_args!("error: {message}")));
    if wrong.is_empty() && is_written && !teller.has_failed() {
        RunEnd::passed(is_at_work)
    } else {
        RunEnd {
            is_at_work,
            ..RunEnd::failed()
        }
    }
}

/// The trials that the arguments and a name select.
fn chosen(
    context: &'static Context,
    arguments: &Arguments,
    only: Option<&Name>,
) -> Vec<&'static Obligation> {
    let quick = context.settings().quick.then(|| trials(context));
    let takes = |obligation: &&Obligation| {
        let (op, id) = (&obligation.op, &obligation.id);
        let trial = Trial::test(id.clone(), || Ok(()));
        quick.as_ref().is_none_or(|quick| quick.contains(&id[..]))
            && only.is_none_or(|name| name.takes(op, id))
            && !arguments.is_filtered_out(&trial)
    };
    context.plan().obligations().iter().filter(takes).collect()
}

/// The trials left to run; those that cannot run and held ones are recorded at once.
fn without_known(
    context: &'static Context,
    chosen: Vec<&'static Obligation>,
    teller: &mut Teller,
) -> Vec<&'static Obligation> {
    let held = context.look_up(&chosen);
    let runs = |obligation: &&Obligation| {
        if let Some(outcome) = unavailable(context, obligation) {
            let record = Record::not_run(obligation, outcome);
            teller.ended(&record);
            context.record(record);
            return false;
        }
        let Some(record) = held.and_then(|held| held.record(obligation)) else {
            return true;
        };
        teller.held(&record);
        context.record(record);
        false
    };
    chosen.into_iter().filter(runs).collect()
}

/// Starts the trials on detached threads: one lane per backend, one for the reference.
fn begin(
    context: &'static Context,
    trials: &[&'static Obligation],
    end: Instant,
    sender: &Sender<Record>,
) {
    let mut lanes: BTreeMap<Option<&str>, Vec<&'static Obligation>> = BTreeMap::new();
    for obligation in trials {
        lanes
            .entry(obligation.backend())
            .or_default()
            .push(obligation);
    }
    for (backend, mut obligations) in lanes {
        choice::arrange(context, backend.is_some(), &mut obligations);
        let workers = match backend {
            None => cores().saturating_sub(1).max(1),
            Some(_) => ON_BACKEND,
        };
        let lane = ObligationLane {
            obligations,
            workers,
        };
        let sender = sender.clone();
        let messages = Messages { tell: sender, end };
        thread::spawn(move || executor::run_lanes(context, &[lane], &messages));
    }
}

/// Receives records until the run ends, and records the rest as pending with their run times.
fn listen(
    context: &Context,
    receiver: &Receiver<Record>,
    end: Instant,
    left: Vec<&'static Obligation>,
    teller: &mut Teller,
) -> HashMap<&'static str, Option<Duration>> {
    let mut left: HashMap<&str, &Obligation> =
        left.into_iter().map(|of| (&of.id[..], of)).collect();
    while !left.is_empty() && Instant::now() < end {
        match receiver.recv_timeout(TICK) {
            Ok(record) => {
                left.remove(&record.obligation.id[..]);
                let record = match context.held() {
                    Some(held) => held.record_result(record),
                    None => record,
                };
                teller.ended(&record);
                context.record(record);
            }
            Err(RecvTimeoutError::Timeout) => teller.draw(),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let ages = context.ages();
    let mut pending: Vec<&Obligation> = left.into_values().collect();
    pending.sort_by_key(|obligation| &obligation.id);
    let record = |obligation: &&'static Obligation| {
        let elapsed = ages.get(&obligation.id).copied();
        let outcome = Outcome::NotRun(NotRun::Pending { elapsed });
        let record = Record::not_run(obligation, outcome);
        teller.ended(&record);
        context.record(record);
        (&obligation.id[..], elapsed)
    };
    pending.iter().map(record).collect()
}

/// Sends records to the receiving thread.
struct Messages {
    tell: Sender<Record>,
    end: Instant,
}

impl OutcomeSink for Messages {
    fn should_continue(&self) -> bool {
        Instant::now() < self.end
    }

    fn task_ended(&self, _task: &Task<'_>, outcome: WorkOutcome, _lane: usize, _took: Duration) {
        if let WorkOutcome::Whole(record) = outcome {
            // Nobody receives after the end of the run.
            let _ = self.tell.send(record);
        }
    }
}

#[cfg(test)]
mod tests;
