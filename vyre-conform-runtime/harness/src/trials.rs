//! Obligations as trials of a test binary: the executor meets them, and the test harness tells how they ended.

mod collided;

pub use collided::undistinguished;

use super::Context;
use super::report::warn;
use super::run::executor::{self, Front};
use super::run::{Met, Task, lane, of_all};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::sync::{cores, lock};
use vyre_conform_suite::completeness::of_op;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::record::{NotRun, Outcome, Record};

/// How a trial ended, for the test harness.
type Ended = Result<Completion, Failed>;

/// One trial an obligation, in the order of the plan; those of backends that may be waited for come last, so that nobody
/// waits for them who could hear of others. All that are to run are met from now on.
///
/// Test runners count an outcome decided while running as a pass, so a trial that cannot run is marked ignored from
/// the start.
pub(super) fn trials(context: &'static Context, arguments: &Arguments) -> Vec<Trial> {
    let (mut first, mut last) = (vec![], vec![]);
    let (mut chosen, mut tell) = (vec![], HashMap::new());
    for (obligation, known) in context.plan().obligations().iter().zip(of_all(context)) {
        let (told_by, told) = mpsc::channel();
        let runs = known.is_none();
        let trial = match known {
            None => running(obligation, told),
            Some(outcome) => unavailable(context, obligation, outcome, arguments.list),
        };
        let waits = arguments.list
            || arguments.is_filtered_out(&trial)
            || arguments.is_ignored(&trial)
            || !runs;
        if !waits {
            chosen.push(obligation);
            tell.insert(obligation.id.as_str(), told_by);
        }
        match lane(context, obligation).filter(|_| !waits) {
            None => first.push(trial),
            Some(_) => last.push(trial),
        }
    }
    let cores = cores();
    let threads = arguments.test_threads.unwrap_or(cores);
    let front = Telling {
        context,
        tell: Mutex::new(tell),
    };
    std::thread::spawn(move || {
        let (queues, stations) = executor::in_lanes(context, chosen, threads);
        executor::run(&queues, &stations, &front);
    });
    first.append(&mut last);
    let ops = context.catalog().ops();
    first.extend(ops.iter().map(|op| said(context, op)));
    // One op alone has none that it could be taken for.
    first.extend((ops.len() > 1).then(|| collided::trial(context)));
    first
}

/// How much of an op its declaration says: a number that nobody is held to.
fn said(context: &'static Context, op: &'static Op) -> Trial {
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

/// A trial that hears from the executor how it ended.
fn running(obligation: &Obligation, told: Receiver<Ended>) -> Trial {
    let ended = move || {
        told.recv()
            .unwrap_or_else(|_| Err(Failed::without_message()))
    };
    Trial::ignorable_test(obligation.id.clone(), ended)
}

/// A trial that is not met.
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

/// Why a trial of an adapter fails, or is ignored, where there is none.
pub fn no_adapter(required: bool, reason: &str) -> String {
    match required {
        true => format!("VYRE_REQUIRE_GPU=1, but there is no adapter {reason}"),
        false => reason.to_owned(),
    }
}

/// The front end of a test binary.
struct Telling {
    context: &'static Context,
    tell: Mutex<HashMap<&'static str, Sender<Ended>>>,
}

impl Front for Telling {
    fn ended(&self, task: &Task<'_>, met: Met, _station: usize, _took: Duration) {
        let Met::Whole(record) = met else { return };
        let ended = result(&record.outcome);
        self.context.record(record);
        let mut tell = lock(&self.tell);
        if let Some(tell) = tell.remove(task.obligation.id.as_str()) {
            // Nobody waits for a result after the run.
            let _ = tell.send(ended);
        }
    }
}

/// How a trial of a test binary ends.
fn result(outcome: &Outcome) -> Ended {
    match outcome {
        Outcome::Passed => Ok(Completion::Completed),
        Outcome::Failed(failure) => Err(Failed::from(failure.report.clone())),
        Outcome::UnsupportedByBackend { hardware } => Err(Failed::from(format!(
            "UnsupportedByBackend: it lacks {hardware}"
        ))),
        Outcome::NotRun(why @ (NotRun::Because { .. } | NotRun::Undecided(_))) => {
            Ok(Completion::ignored_with(why))
        }
        Outcome::NotRun(why) => Err(Failed::from(why.to_string())),
    }
}
