//! The work of a run: obligations cut into tasks, taken by workers, kept in the journal.
//!
//! The reference has one queue and each backend has its own, so that a slow device holds nobody up. Each
//! device of a backend has workers, which take from the backend's queue: a faster one takes more.
//! Ranges are cut while the run goes on, into pieces of about a second: where they are cut has no
//! influence on the evidence.

use super::journal::Journal;
use super::result::{TaskResult, missing};
use super::shard::Shard;
use crate::cli::progress::Progress;
use crate::harness::{self, Context};
use crate::plan::Obligation;
use crate::record::Outcome;
use crate::spec::Category;
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Cases of the first piece, and the fewest and the most of any.
const FIRST: u64 = 1 << 22;
const FEWEST: u64 = 1 << 18;
const MOST: u64 = 1 << 32;
/// A piece that took less is followed by a larger one, a piece that took more by a smaller one.
const SHORT: Duration = Duration::from_millis(500);
const LONG: Duration = Duration::from_secs(2);

/// An obligation with what is left of it.
#[derive(Debug)]
struct Item<'a> {
    obligation: &'a Obligation,
    /// The ranges that nobody has taken; `None` for an obligation that is met as a whole.
    ranges: Option<VecDeque<Range<u64>>>,
}

/// A piece of work.
#[derive(Debug)]
struct Task<'a> {
    obligation: &'a Obligation,
    range: Option<Range<u64>>,
}

/// What the workers of one backend, or of the reference, take from.
#[derive(Debug)]
struct Queue<'a> {
    items: Mutex<VecDeque<Item<'a>>>,
    piece: AtomicU64,
}

impl<'a> Queue<'a> {
    fn take(&self) -> Option<Task<'a>> {
        let mut items = lock(&self.items);
        loop {
            let item = items.front_mut()?;
            let obligation = item.obligation;
            let Some(ranges) = &mut item.ranges else {
                items.pop_front();
                let range = None;
                return Some(Task { obligation, range });
            };
            let Some(range) = ranges.front_mut() else {
                items.pop_front();
                continue;
            };
            let end = range.end.min(
                range
                    .start
                    .saturating_add(self.piece.load(Ordering::Relaxed)),
            );
            let piece = range.start..end;
            range.start = end;
            if range.is_empty() {
                ranges.pop_front();
            }
            let range = Some(piece);
            return Some(Task { obligation, range });
        }
    }

    /// Makes the next pieces larger or smaller.
    fn learn(&self, cases: u64, took: Duration) {
        let next = match took {
            t if t < SHORT => cases.saturating_mul(2),
            t if t > LONG => cases / 2,
            _ => return,
        };
        let old = self.piece.load(Ordering::Relaxed);
        // A short rest of a range says nothing about longer pieces.
        let next = if took < SHORT { next.max(old) } else { next };
        self.piece
            .store(next.clamp(FEWEST, MOST), Ordering::Relaxed);
    }
}

/// Everything that workers share.
pub(super) struct Work<'a> {
    context: &'a Context,
    /// The reference's queue first, then one a backend.
    queues: Vec<Queue<'a>>,
    /// What takes from the queues.
    stations: Vec<Station>,
    journal: Mutex<Journal>,
    results: Mutex<HashMap<String, Vec<TaskResult>>>,
    /// Obligations of which a failing case is saved.
    saved: Mutex<HashSet<String>>,
    progress: &'a Progress,
    interrupted: &'static AtomicBool,
    /// Why the run must end: the journal, or a failing input, cannot be written.
    broken: Mutex<Option<String>>,
}

/// How many take from the queues.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workers {
    /// Threads of the reference.
    pub(super) threads: usize,
    /// The most devices of each backend.
    pub(super) devices: usize,
    /// Threads of each device.
    pub(super) a_device: usize,
}

/// The reference, or a device of a backend.
struct Station {
    /// Its queue.
    queue: usize,
    /// Its number among the devices of its backend.
    place: usize,
    /// Where tasks run, if that is not the first device of each backend.
    context: Option<Context>,
    spent: Mutex<(u64, Duration)>,
}

/// What the work left.
pub(super) struct Finished {
    /// The results by obligation.
    pub(super) results: HashMap<String, Vec<TaskResult>>,
    /// The journal.
    pub(super) journal: Journal,
    /// The queue of each station, and its cases and time; the reference is first, and the devices of a
    /// backend follow one another.
    pub(super) spent: Vec<(usize, u64, Duration)>,
}

/// How the work ended.
#[derive(Debug)]
pub(super) enum End {
    /// Everything was run.
    Complete,
    /// Ctrl-C.
    Interrupted,
    /// The journal, or a failing input, could not be written.
    Broken(String),
}

impl<'a> Work<'a> {
    /// The work of a shard; `done` is what the journal holds already.
    pub(super) fn new(
        context: &'a Context,
        wanted: &dyn Fn(&str) -> bool,
        shard: Shard,
        done: Vec<TaskResult>,
        journal: Journal,
        progress: &'a Progress,
        interrupted: &'static AtomicBool,
    ) -> Self {
        let mut results: HashMap<String, Vec<TaskResult>> = HashMap::new();
        let failed = done.iter().filter(|result| result.failures > 0);
        let saved = failed.map(|result| result.id.clone()).collect();
        for result in done {
            results.entry(result.id.clone()).or_default().push(result);
        }
        let slugs = context.slugs();
        let mut queues: Vec<VecDeque<Item<'a>>> = vec![VecDeque::new()];
        queues.extend(slugs.iter().map(|_| VecDeque::new()));
        let mut cases = 0;
        for obligation in context.plan().obligations() {
            if !wanted(&obligation.id) {
                continue;
            }
            let slug = obligation.backend();
            let queue = match slug {
                None => 0,
                Some(slug) => match slugs.iter().position(|s| s == slug) {
                    Some(k) => k + 1,
                    None => continue,
                },
            };
            let before = results.get(&obligation.id).map_or(&[][..], Vec::as_slice);
            let ranges = match harness::cases(context, obligation) {
                Some(len) => {
                    let mine = shard.cases(len);
                    cases += mine.end - mine.start;
                    Some(missing(&mine, before).into())
                }
                None if !shard.runs(&obligation.id) || !before.is_empty() => continue,
                None => {
                    cases += 1;
                    None
                }
            };
            queues[queue].push_back(Item { obligation, ranges });
        }
        progress.expect(cases);
        for result in results.values().flatten() {
            progress.done_before(if result.range.is_some() {
                result.cases
            } else {
                1
            });
        }
        let mut stations = vec![Station::new(0, 0, None)];
        for (k, slug) in slugs.iter().enumerate() {
            stations.push(Station::new(k + 1, 0, None));
            let backend = context.backend(slug).expect("slugs come from the backends");
            for (n, peer) in backend.peers().into_iter().enumerate() {
                stations.push(Station::new(k + 1, n + 1, Some(context.on_peer(peer))));
            }
        }
        let queues = queues.into_iter().map(|items| Queue {
            items: Mutex::new(items),
            piece: AtomicU64::new(FIRST),
        });
        Self {
            context,
            queues: queues.collect(),
            stations,
            journal: Mutex::new(journal),
            results: Mutex::new(results),
            saved: Mutex::new(saved),
            progress,
            interrupted,
            broken: Mutex::default(),
        }
    }

    /// Runs everything.
    pub(super) fn run(&self, workers: &Workers) -> End {
        std::thread::scope(|scope| {
            for station in &self.stations {
                let number = match station.place {
                    _ if station.queue == 0 => workers.threads.max(1),
                    place if place >= workers.devices.max(1) => 0,
                    _ => workers.a_device.max(1),
                };
                for _ in 0..number {
                    scope.spawn(|| self.worker(station));
                }
            }
        });
        let flushed = lock(&self.journal).flush();
        if let Some(message) = lock(&self.broken).take().or(flushed.err()) {
            return End::Broken(message);
        }
        match self.interrupted.load(Ordering::Relaxed) {
            true => End::Interrupted,
            false => End::Complete,
        }
    }

    /// What the work left.
    pub(super) fn finish(self) -> Finished {
        let results = self.results.into_inner().unwrap_or_else(|e| e.into_inner());
        let journal = self.journal.into_inner().unwrap_or_else(|e| e.into_inner());
        let spent = |s: &Station| {
            let (cases, time) = *lock(&s.spent);
            (s.queue, cases, time)
        };
        let spent = self.stations.iter().map(spent).collect();
        Finished {
            results,
            journal,
            spent,
        }
    }

    fn worker(&self, station: &Station) {
        let queue = &self.queues[station.queue];
        let context = station.context.as_ref().unwrap_or(self.context);
        while !self.interrupted.load(Ordering::Relaxed) && lock(&self.broken).is_none() {
            let Some(task) = queue.take() else {
                return;
            };
            let began = Instant::now();
            let result = meet(context, &task);
            let took = began.elapsed();
            if task.range.is_some() {
                queue.learn(result.cases, took);
            }
            {
                let mut spent = lock(&station.spent);
                spent.0 += result.cases;
                spent.1 += took;
            }
            self.progress.task(&result, took);
            if let Err(message) = self.keep(&task, &result) {
                lock(&self.broken).get_or_insert(message);
                return;
            }
            lock(&self.results)
                .entry(result.id.clone())
                .or_default()
                .push(result);
        }
    }

    /// Saves the first failing input of an obligation, and then the result: a journal that has the
    /// failure means that the input is saved.
    fn keep(&self, task: &Task<'_>, result: &TaskResult) -> Result<(), String> {
        if let Some(first) = result.first_failure()
            && lock(&self.saved).insert(result.id.clone())
        {
            let saved = harness::save(self.context, task.obligation, &first);
            saved.map_err(|e| format!("a failing input cannot be saved: {e}; see --root"))?;
        }
        // What stopped may succeed when it is tried again; only what is final is kept.
        match result.is_final() {
            true => lock(&self.journal).keep(result),
            false => Ok(()),
        }
    }
}

impl Station {
    fn new(queue: usize, place: usize, context: Option<Context>) -> Self {
        let spent = Mutex::default();
        Self {
            queue,
            place,
            context,
            spent,
        }
    }
}

fn meet(context: &Context, task: &Task<'_>) -> TaskResult {
    let id = &task.obligation.id;
    let range = task.range.as_ref();
    if let Some(hardware) = lacks(context, task.obligation) {
        let outcome = Outcome::UnsupportedByBackend { hardware };
        return TaskResult::of_outcome(id, range, &outcome, 0);
    }
    let met = catch_unwind(AssertUnwindSafe(|| match &task.range {
        None => {
            let record = harness::execute(context, task.obligation);
            let skipped = record.skipped.iter().map(ToString::to_string).collect();
            let result = TaskResult::of_outcome(id, None, &record.outcome, record.cases);
            TaskResult { skipped, ..result }
        }
        Some(range) => match harness::execute_range(context, task.obligation, range.clone()) {
            Ok(tally) => TaskResult::of_range(id, range, tally),
            Err(outcome) => TaskResult::of_outcome(id, Some(range), &outcome, 0),
        },
    }));
    met.unwrap_or_else(|panic| {
        let outcome = harness::trials::panicked(task.obligation, &*panic);
        TaskResult::of_outcome(id, range, &outcome, 0)
    })
}

/// The hardware that the obligation's op needs and its backend lacks.
fn lacks(context: &Context, obligation: &Obligation) -> Option<String> {
    let identity = context.identity(obligation.backend()?);
    match context.catalog().find(&obligation.op)?.def.category {
        Category::C {
            hardware,
            available,
        } if !available(identity) => Some(hardware.to_owned()),
        _ => None,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}
