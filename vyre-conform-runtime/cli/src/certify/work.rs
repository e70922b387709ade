//! The work of a run: obligations split into tasks for workers, with results in the journal.
//!
//! The reference has one queue and each backend has its own, so that a slow device delays no other. Each device of a
//! backend has workers, which take from the backend's queue: a faster one takes more. Ranges are split during the run
//! into pieces of about a second; the split does not affect the evidence.

use super::journal::{FLUSH, Journal};
use super::losses::Ledger;
use super::result::{TaskResult, missing};
use super::shard::Shard;
use crate::progress::Progress;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;
use vyre_conform_certificate::expected::selected;
use vyre_conform_certificate::names::Names;
use vyre_conform_harness::regressions::StoreError;
use vyre_conform_harness::run::executor::{self, OutcomeSink, WorkerGroup};
use vyre_conform_harness::run::{QueuedObligation, Task, WorkOutcome, WorkQueue};
use vyre_conform_harness::{self as harness, Context};
use vyre_conform_runtime::sync::{cores, lock};
use vyre_conform_spec::Capabilities;
use vyre_conform_suite::backend::{Backend, INPUT_GENERATION};
use vyre_conform_suite::plan::{Lengths, PROGRAMS, engine_length, programs_length};

/// Maximal default number of workers of a device.
const MAX_WORKERS: usize = 8;

/// Shared state of the workers.
pub(super) struct Work<'a> {
    context: &'a Context,
    /// The reference's queue first, then one per backend.
    queues: Vec<WorkQueue<'a>>,
    /// The workers of the queues.
    stations: Vec<WorkerGroup>,
    /// Cases and time of each station.
    spent: Vec<Mutex<(u64, Duration)>>,
    journal: Mutex<Journal>,
    results: Mutex<HashMap<String, Vec<TaskResult>>>,
    ledger: Ledger,
    /// Obligations with a saved failing case.
    saved: Mutex<HashSet<String>>,
    progress: &'a Progress,
    interrupted: &'static AtomicBool,
    /// Reason for ending the run: the journal, or a failing input, cannot be written.
    broken: Mutex<Option<String>>,
}

/// Numbers of workers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workers {
    /// Threads of the reference.
    pub(super) threads: usize,
    /// Maximal devices per backend.
    pub(super) devices: usize,
    /// Threads per device, if requested.
    pub(super) per_device: Option<usize>,
}

/// Result of the work.
pub(super) struct WorkResult {
    /// The results by obligation.
    pub(super) results: HashMap<String, Vec<TaskResult>>,
    /// The journal.
    pub(super) journal: Journal,
    /// The losses of backends that the results keep.
    pub(super) ledger: Ledger,
    /// The queue of each station, with its cases and time; the reference is first, and the devices of a backend are
    /// adjacent.
    pub(super) spent: Vec<(usize, u64, Duration)>,
}

/// End of the work.
#[derive(Debug)]
pub(super) enum WorkEnd {
    /// Everything ran.
    Complete,
    /// Ctrl-C.
    Interrupted,
    /// The journal, or a failing input, could not be written.
    Broken(String),
}

impl<'a> Work<'a> {
    /// The work of a shard; the journal comes with its finished tasks.
    pub(super) fn new(
        context: &'a Context,
        names: Option<&Names>,
        shard: Shard,
        (journal, done): (Journal, Vec<TaskResult>),
        workers: &Workers,
        progress: &'a Progress,
        interrupted: &'static AtomicBool,
    ) -> Self {
        let mut results: HashMap<String, Vec<TaskResult>> = HashMap::new();
        let failed = done.iter().filter(|result| result.failures > 0);
        let saved = failed.map(|result| result.id.clone()).collect();
        for result in done {
            results.entry(result.id.clone()).or_default().push(result);
        }
        let queues = queues(context, names, shard, &results, progress);
        let stations = stations(context, workers);
        Self {
            context,
            queues,
            spent: stations.iter().map(|_| Mutex::default()).collect(),
            stations,
            journal: Mutex::new(journal),
            results: Mutex::new(results),
            ledger: Ledger::default(),
            saved: Mutex::new(saved),
            progress,
            interrupted,
            broken: Mutex::default(),
        }
    }

    /// Runs everything.
    pub(super) fn run(&self) -> WorkEnd {
        std::thread::scope(|scope| {
            // The flusher ends with the work, even by a panic.
            let (_working, ended) = mpsc::channel::<()>();
            scope.spawn(|| self.flusher(ended));
            executor::run(&self.queues, &self.stations, self);
        });
        let interrupted = self.interrupted.load(Ordering::Relaxed);
        let broken = lock(&self.broken).take();
        // A complete run writes its certificate next and removes the journal.
        let flushed = if interrupted || broken.is_some() {
            lock(&self.journal).flush()
        } else {
            Ok(())
        };
        match broken.or(flushed.err()) {
            Some(message) => WorkEnd::Broken(message),
            None if interrupted => WorkEnd::Interrupted,
            None => WorkEnd::Complete,
        }
    }

    /// Flushes the journal to disk several times a second.
    fn flusher(&self, ended: mpsc::Receiver<()>) {
        let disk = lock(&self.journal).disk();
        while let Err(mpsc::RecvTimeoutError::Timeout) = ended.recv_timeout(FLUSH) {
            if let Err(message) = disk.flush() {
                lock(&self.broken).get_or_insert(message);
                return;
            }
        }
    }

    /// The result of the work.
    pub(super) fn finish(self) -> WorkResult {
        let results = self.results.into_inner().unwrap_or_else(|e| e.into_inner());
        let journal = self.journal.into_inner().unwrap_or_else(|e| e.into_inner());
        let spent = self
            .stations
            .iter()
            .zip(&self.spent)
            .map(|(station, spent)| {
                let (cases, time) = *lock(spent);
                (station.queue, cases, time)
            });
        let spent = spent.collect();
        WorkResult {
            results,
            journal,
            ledger: self.ledger,
            spent,
        }
    }

    /// Saves the first failing input of an obligation, and then the result: a journal with the failure implies that the
    /// input is saved.
    fn keep(&self, task: &Task<'_>, result: &TaskResult) -> Result<(), String> {
        if let Some(first) = result.first_failure()
            && lock(&self.saved).insert(result.id.clone())
        {
            match harness::save(self.context, task.obligation, &first) {
                Ok(_) => {}
                // The certificate has a cut version.
                Err(e @ StoreError::TooLarge { .. }) => self.progress.line(&e.to_string()),
                Err(e) => return Err(unsaved(&e)),
            }
        }
        if let Some(reason) = &result.unsaved {
            return Err(unsaved(reason));
        }
        // An interrupted task may succeed on the next attempt; only final results are kept.
        if result.is_final() {
            lock(&self.journal).keep(result)
        } else {
            Ok(())
        }
    }
}

impl OutcomeSink for Work<'_> {
    fn should_continue(&self) -> bool {
        !self.interrupted.load(Ordering::Relaxed) && lock(&self.broken).is_none()
    }

    fn task_ended(&self, task: &Task<'_>, outcome: WorkOutcome, station: usize, took: Duration) {
        let mut result = TaskResult::new(task, outcome);
        // A result that is not kept leaves its losses to the next one.
        if result.is_final() {
            let slug = task.obligation.backend();
            result.losses = slug.and_then(|slug| self.ledger.take(self.context, slug));
        }
        {
            let mut spent = lock(&self.spent[station]);
            spent.0 += result.cases;
            spent.1 += took;
        }
        self.progress.task(task, &result.finished(), took);
        if let Err(message) = self.keep(task, &result) {
            lock(&self.broken).get_or_insert(message);
            return;
        }
        lock(&self.results)
            .entry(result.id.clone())
            .or_default()
            .push(result);
    }
}

/// The work of a shard, as a queue for the reference and one for each backend, without finished tasks.
fn queues<'a>(
    context: &'a Context,
    names: Option<&Names>,
    shard: Shard,
    results: &HashMap<String, Vec<TaskResult>>,
    progress: &Progress,
) -> Vec<WorkQueue<'a>> {
    let slugs = context.slugs();
    let mut queues: Vec<Vec<QueuedObligation<'a>>> = vec![vec![]; 1 + slugs.len()];
    let mut lengths: Option<(&str, Lengths<'_>)> = None;
    for obligation in context.plan().obligations() {
        if !selected(names, obligation) {
            continue;
        }
        let id = obligation.op.as_str();
        if lengths.as_ref().is_none_or(|(known, _)| *known != id) {
            let op = context.catalog().find(id);
            let options = &context.settings().plan;
            lengths = op.map(|op| (id, Lengths::new(op, options)));
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
        let length = match context.catalog().find_engine(id) {
            _ if id == PROGRAMS => programs_length(&obligation.part, &context.settings().plan),
            Some(def) => engine_length(def, &obligation.part, &context.settings().plan),
            None => lengths
                .as_mut()
                .and_then(|(_, of)| of.part_len(&obligation.part)),
        };
        let ranges = match length {
            Some(len) => {
                let mine = shard.cases(len);
                let missing = missing(&mine, before);
                let left = missing.iter().map(|range| range.end - range.start).sum();
                progress.expect(obligation, mine.end - mine.start, left);
                Some(missing.into())
            }
            None if !shard.runs(&obligation.id) => continue,
            None => {
                progress.expect(obligation, 1, u64::from(before.is_empty()));
                if !before.is_empty() {
                    continue;
                }
                None
            }
        };
        queues[queue].push(QueuedObligation { obligation, ranges });
    }
    queues.into_iter().map(WorkQueue::new).collect()
}

/// The stations: the reference first, then the devices of each backend.
fn stations(context: &Context, workers: &Workers) -> Vec<WorkerGroup> {
    let station = |queue, workers, context| WorkerGroup {
        queue,
        workers,
        context,
    };
    let mut stations = vec![station(0, workers.threads.max(1), context.clone())];
    for (k, slug) in context.slugs().iter().enumerate() {
        let backend = context.backend(slug).expect("slugs come from the backends");
        let peers = backend
            .peers()
            .into_iter()
            .map(|peer| context.on_peer(peer));
        let devices = std::iter::once(context.clone()).chain(peers);
        for (place, context) in devices.enumerate() {
            let works = place < workers.devices.max(1);
            let number = workers.per_device.unwrap_or_else(|| on(backend));
            let number = if works { number.max(1) } else { 0 };
            stations.push(station(k + 1, number, context));
        }
    }
    stations
}

/// Default number of workers of a device: hardware waits for the processor to prepare plans, programs and expected
/// words of engines; a software adapter uses all cores itself.
fn on(backend: &dyn Backend) -> usize {
    let cores = cores();
    if backend.identity().has(INPUT_GENERATION) {
        (cores / 2).clamp(1, MAX_WORKERS)
    } else {
        1
    }
}

/// A run that cannot save a failing input ends, so that nothing is lost.
fn unsaved(reason: &dyn std::fmt::Display) -> String {
    format!(
        "a failing input cannot be saved: {reason}; see --root. --resume continues with the kept work"
    )
}
