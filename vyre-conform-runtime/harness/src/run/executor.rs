//! The one executor: queues of obligations, and the threads that take from them.
//!
//! Trials of a test binary, `check`, `certify` and the certificates of other programs are front ends of it. Each
//! supplies queues, numbers of workers and their devices, and receives the outcome of every piece.

pub use super::front::OutcomeSink;

use super::availability::lane;
use super::joining::{self, JoiningSink};
use super::queue::{QueuedObligation, Task, WorkQueue};
use super::run_task;
use crate::context::Context;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::plan::Obligation;

/// Workers of a queue on the reference or on a device of a backend.
#[derive(Clone)]
pub struct WorkerGroup {
    /// Index of its queue.
    pub queue: usize,
    /// Number of worker threads.
    pub workers: usize,
    /// Context of the work.
    pub context: Context,
}

/// Runs queued work until the queues are empty or the front end stops.
pub fn run(queues: &[WorkQueue<'_>], stations: &[WorkerGroup], front: &dyn OutcomeSink) {
    // Workers are counted over all stations of a queue: a station may have one worker.
    let mut workers = vec![0; queues.len()];
    thread::scope(|scope| {
        for (number, station) in stations.iter().enumerate() {
            for _ in 0..station.workers {
                let queue = &queues[station.queue];
                let worker = workers[station.queue];
                workers[station.queue] += 1;
                scope.spawn(move || {
                    let mut hand = queue.handle(worker);
                    while front.should_continue()
                        && let Some(task) = hand.take()
                    {
                        let began = Instant::now();
                        let outcome = run_task(&station.context, &task);
                        let took = began.elapsed();
                        queue.record_duration(&task, outcome.cases(), took);
                        queues
                            .iter()
                            .for_each(|queue| queue.adjust_piece_size(&task, took));
                        front.task_ended(&task, outcome, number, took);
                    }
                });
            }
        }
    });
}

/// Runs whole obligations in separate queues, so that a call that does not return blocks only its backend: one for each
/// backend with a time limit, and one for all others, with this many workers each. Long obligations are split so that
/// several workers share one; the front end receives each as a whole.
pub fn run_wholes<'a>(
    context: &Context,
    obligations: impl IntoIterator<Item = &'a Obligation>,
    threads: usize,
    front: &dyn OutcomeSink,
) {
    let mut lanes: BTreeMap<Option<&str>, Vec<QueuedObligation<'a>>> = BTreeMap::new();
    for obligation in obligations {
        let lane = lanes.entry(lane(context, obligation)).or_default();
        lane.push(QueuedObligation {
            obligation,
            ranges: joining::cases(context, obligation)
                .map(|cases| std::iter::once(0..cases).collect()),
        });
    }
    let station = |(queue, items): (usize, &Vec<QueuedObligation<'_>>)| WorkerGroup {
        queue,
        workers: threads.clamp(1, workers(items)),
        context: context.clone(),
    };
    let stations: Vec<WorkerGroup> = lanes.values().enumerate().map(station).collect();
    let queues: Vec<WorkQueue<'a>> = lanes.into_values().map(WorkQueue::new).collect();
    run(&queues, &stations, &JoiningSink::new(context, front));
}

/// Whole obligations for some workers, in order.
#[derive(Clone, Debug)]
pub(crate) struct ObligationLane<'a> {
    /// The obligations.
    pub(crate) obligations: Vec<&'a Obligation>,
    /// Number of worker threads.
    pub(crate) workers: usize,
}

/// Runs lanes in parallel, until all obligations ended or the front end stops. Outcomes carry the index of their lane.
pub(crate) fn run_lanes(context: &Context, lanes: &[ObligationLane<'_>], front: &dyn OutcomeSink) {
    let obligations = lanes.iter().map(|lane| lane.obligations.clone());
    let queues: Vec<_> = obligations
        .map(|of| Mutex::new(VecDeque::from(of)))
        .collect();
    thread::scope(|scope| {
        for (place, lane) in lanes.iter().enumerate() {
            for _ in 0..lane.workers.min(lane.obligations.len()) {
                let queue = &queues[place];
                let next = move || lock(queue).pop_front();
                scope.spawn(move || {
                    while front.should_continue()
                        && let Some(obligation) = next()
                    {
                        let task = Task {
                            obligation,
                            range: None,
                        };
                        let began = Instant::now();
                        let outcome = run_task(context, &task);
                        front.task_ended(&task, outcome, place, began.elapsed());
                    }
                });
            }
        }
    });
}

/// Maximal number of workers with work.
fn workers(items: &[QueuedObligation<'_>]) -> usize {
    if items.iter().any(|item| item.ranges.is_some()) {
        usize::MAX
    } else {
        items.len()
    }
}
