//! The one executor: queues of obligations, and the threads that take from them.
//!
//! Trials of a test binary, `check`, `certify` and the certificates of other programs are front ends of it: each says
//! what stands in the queues, how many take from them and on which device, and hears of every piece how it ended.

use super::availability::lane;
use super::queue::{Task, WorkQueue};
use super::{Met, meet};
use crate::Context;
use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};
use vyre_conform_suite::plan::Obligation;

/// What takes from a queue: the reference, or a device of a backend.
#[derive(Clone)]
pub struct Station {
    /// The place of its queue.
    pub queue: usize,
    /// Threads that take from it.
    pub workers: usize,
    /// Where the pieces run.
    pub context: Context,
}

/// Who hears how the pieces end.
pub trait Front: Sync {
    /// Whether more pieces are taken.
    fn goes_on(&self) -> bool {
        true
    }

    /// A piece ended on the station of this number after this time.
    fn ended(&self, task: &Task<'_>, met: Met, station: usize, took: Duration);
}

/// Meets what stands in the queues, until they are empty or the front end ends it.
pub fn run(queues: &[WorkQueue<'_>], stations: &[Station], front: &dyn Front) {
    // Workers are counted over all stations of a queue: a station may have one worker.
    let mut workers = vec![0; queues.len()];
    thread::scope(|scope| {
        for (number, station) in stations.iter().enumerate() {
            for _ in 0..station.workers {
                let queue = &queues[station.queue];
                let worker = workers[station.queue];
                workers[station.queue] += 1;
                scope.spawn(move || {
                    let mut hand = queue.hand(worker);
                    while front.goes_on()
                        && let Some(task) = hand.take()
                    {
                        let began = Instant::now();
                        let met = meet(&station.context, &task);
                        let took = began.elapsed();
                        queue.learn(&task, met.cases(), took);
                        queues.iter().for_each(|queue| queue.size(&task, took));
                        front.ended(&task, met, number, took);
                    }
                });
            }
        }
    });
}

/// The queues of whole obligations in which a call that does not come back holds up those of its backend alone: one
/// for each backend that may be waited for, and one for all others; with this many workers each.
pub fn in_lanes<'a>(
    context: &Context,
    obligations: impl IntoIterator<Item = &'a Obligation>,
    threads: usize,
) -> (Vec<WorkQueue<'a>>, Vec<Station>) {
    let mut lanes: BTreeMap<Option<&str>, Vec<&Obligation>> = BTreeMap::new();
    for obligation in obligations {
        let lane = lanes.entry(lane(context, obligation)).or_default();
        lane.push(obligation);
    }
    let station = |(queue, lane): (usize, &Vec<&Obligation>)| Station {
        queue,
        workers: threads.clamp(1, lane.len()),
        context: context.clone(),
    };
    let stations = lanes.values().enumerate().map(station).collect();
    let queues = lanes.into_values().map(WorkQueue::of_wholes).collect();
    (queues, stations)
}
