//! The remaining work, split into pieces during the run.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vyre_conform_runtime::engine::{Check, SIZES};
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::plan::{Obligation, Part};

/// Sizes of pieces in cases: the first, the minimum and the maximum.
struct PieceSizes {
    first: u64,
    min: u64,
    max: u64,
}

const OF_OPS: PieceSizes = PieceSizes {
    first: 1 << 22,
    min: 1 << 18,
    max: 1 << 32,
};
/// A case of an engine or a random program is a launch: a piece has at least all sizes of an input.
const OF_ENGINES: PieceSizes = PieceSizes {
    first: 4 * SIZES.len() as u64,
    min: SIZES.len() as u64,
    max: 1 << 20,
};
/// Target duration: a faster piece is followed by a larger one, a slower piece by a smaller one.
const SHORT: Duration = Duration::from_millis(500);
const LONG: Duration = Duration::from_secs(2);

/// An obligation with its remaining work.
#[derive(Clone, Debug)]
pub struct QueuedObligation<'a> {
    /// The obligation.
    pub obligation: &'a Obligation,
    /// The ranges not yet taken; `None` for an obligation that runs as a whole.
    pub ranges: Option<VecDeque<Range<u64>>>,
}

/// A piece of work.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The obligation.
    pub obligation: &'a Obligation,
    /// Range of cases; `None` for an obligation that runs as a whole.
    pub range: Option<Range<u64>>,
}

/// Work queue of one backend or of the reference.
#[derive(Debug)]
pub struct WorkQueue<'a> {
    backlog: Mutex<Backlog<'a>>,
    /// Size of the next piece, for ops and for engines.
    piece: [AtomicU64; 2],
}

/// Work not yet taken, and work in progress.
#[derive(Debug)]
struct Backlog<'a> {
    items: VecDeque<QueuedObligation<'a>>,
    /// Number of workers on each op or engine.
    busy: HashMap<&'a str, usize>,
    /// Duration of each engine's gates, in whichever queue they ran.
    planned: HashMap<&'a str, Duration>,
    /// True if gates of engines remain.
    gates: bool,
}

/// A worker's handle to a queue. It stays on its op or engine while that has work left, because checks of one subject
/// share loaded code and results, and prefers a subject without workers to helping another worker.
///
/// Every second worker begins with the engines, and with the gates of all of them. Their durations predict the longest
/// engines, which come first: they would otherwise remain at the end, without other work in parallel.
#[derive(Debug)]
pub(super) struct QueueHandle<'q, 'a> {
    queue: &'q WorkQueue<'a>,
    subject: Option<&'a str>,
    engines_first: bool,
}

impl<'a> WorkQueue<'a> {
    /// A queue of these items.
    pub fn new(items: impl IntoIterator<Item = QueuedObligation<'a>>) -> Self {
        Self {
            backlog: Mutex::new(Backlog {
                items: items.into_iter().collect(),
                busy: HashMap::new(),
                planned: HashMap::new(),
                gates: true,
            }),
            piece: [OF_OPS, OF_ENGINES].map(|of| AtomicU64::new(of.first)),
        }
    }

    /// A queue of obligations that run as a whole.
    pub fn of_wholes(obligations: impl IntoIterator<Item = &'a Obligation>) -> Self {
        let whole = |obligation| QueuedObligation {
            obligation,
            ranges: None,
        };
        Self::new(obligations.into_iter().map(whole))
    }

    /// The handle of worker number `worker`, without a subject so far.
    pub(super) fn handle(&self, worker: usize) -> QueueHandle<'_, 'a> {
        QueueHandle {
            queue: self,
            subject: None,
            engines_first: worker % 2 == 1,
        }
    }

    /// A piece of this item and true if it is the last one; `None` if nothing remains of it.
    fn piece(&self, item: &mut QueuedObligation<'a>) -> (Option<Task<'a>>, bool) {
        let obligation = item.obligation;
        let Some(ranges) = &mut item.ranges else {
            let range = None;
            return (Some(Task { obligation, range }), true);
        };
        let Some(range) = ranges.front_mut() else {
            return (None, true);
        };
        let most = self.piece[kind(obligation)].load(Ordering::Relaxed);
        let end = range.end.min(range.start.saturating_add(most));
        let piece = range.start..end;
        range.start = end;
        if range.is_empty() {
            ranges.pop_front();
        }
        let range = Some(piece);
        (Some(Task { obligation, range }), ranges.is_empty())
    }

    /// Records the duration of an engine's gates, if the task was that.
    pub(super) fn adjust_piece_size(&self, task: &Task<'a>, took: Duration) {
        if is_gates(task.obligation) {
            let mut left = lock(&self.backlog);
            *left.planned.entry(&task.obligation.op).or_default() += took;
        }
    }

    /// Adapts the size of the next pieces to the duration of one.
    pub(super) fn record_duration(&self, task: &Task<'_>, cases: u64, took: Duration) {
        if task.range.is_none() {
            return;
        }
        let kind = kind(task.obligation);
        let of = &[OF_OPS, OF_ENGINES][kind];
        let next = match took {
            t if t < SHORT => cases.saturating_mul(2),
            t if t > LONG => cases / 2,
            _ => return,
        };
        let old = self.piece[kind].load(Ordering::Relaxed);
        // A short rest of a range does not predict longer pieces.
        let next = if took < SHORT { next.max(old) } else { next };
        self.piece[kind].store(next.clamp(of.min, of.max), Ordering::Relaxed);
    }
}

impl<'a> Backlog<'a> {
    /// The next item for a worker that was on this op or engine.
    fn place(&mut self, was_on: Option<&str>, engines_first: bool) -> Option<usize> {
        if engines_first && self.gates {
            let mut gates = self.items.iter();
            let place = gates.position(|item| is_gates(item.obligation));
            self.gates = place.is_some();
            if place.is_some() {
                return place;
            }
        }
        let on = |of: &str| self.items.iter().position(|item| item.obligation.op == of);
        let free = |item: &QueuedObligation<'_>| self.is_free(item);
        let next = || {
            if engines_first {
                self.engine(free).or_else(|| self.op())
            } else {
                self.op().or_else(|| self.engine(free))
            }
        };
        // All remaining subjects have workers: the longest work is shared first.
        let shared = || self.engine(|_| true);
        let first = (!self.items.is_empty()).then_some(0);
        was_on.and_then(on).or_else(next).or_else(shared).or(first)
    }

    fn is_free(&self, item: &QueuedObligation<'_>) -> bool {
        let workers = self.busy.get(item.obligation.op.as_str());
        workers.is_none_or(|workers| *workers == 0)
    }

    /// The first op without a worker.
    fn op(&self) -> Option<usize> {
        let mut items = self.items.iter();
        items.position(|item| !is_of_engine(item.obligation) && self.is_free(item))
    }

    /// The longest of these engines; the first if no durations are known.
    fn engine(&self, is_asked: impl Fn(&QueuedObligation<'_>) -> bool) -> Option<usize> {
        let items = self.items.iter().enumerate().rev();
        let free = items.filter(|(_, item)| is_of_engine(item.obligation) && is_asked(item));
        let planned = |item: &QueuedObligation<'_>| self.planned.get(item.obligation.op.as_str());
        let longest = free.max_by_key(|(_, item)| planned(item).copied().unwrap_or_default());
        longest.map(|(place, _)| place)
    }
}

impl<'a> QueueHandle<'_, 'a> {
    /// The next piece.
    pub(super) fn take(&mut self) -> Option<Task<'a>> {
        let mut left = lock(&self.queue.backlog);
        let was_on = self.subject.take();
        if let Some(workers) = was_on.and_then(|of| left.busy.get_mut(of)) {
            *workers -= 1;
        }
        loop {
            let place = left.place(was_on, self.engines_first)?;
            let (task, is_last) = self.queue.piece(&mut left.items[place]);
            if is_last {
                left.items.remove(place);
            }
            if let Some(task) = task {
                // A worker on the gates of all engines is on none of them.
                let passes_by = self.engines_first && is_gates(task.obligation);
                self.subject = (!passes_by).then_some(&task.obligation.op);
                if let Some(of) = self.subject {
                    *left.busy.entry(of).or_default() += 1;
                }
                return Some(task);
            }
        }
    }
}

fn is_of_engine(obligation: &Obligation) -> bool {
    matches!(obligation.part, Part::Engine(_))
}

fn is_gates(obligation: &Obligation) -> bool {
    matches!(obligation.part, Part::Engine(Check::Gates))
}

/// Index of the piece sizes for an obligation.
fn kind(obligation: &Obligation) -> usize {
    usize::from(matches!(
        obligation.part,
        Part::Engine(_) | Part::Programs | Part::Filetests | Part::Wgsl(_)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_suite::plan::{ClaimKind, Implementation, Oracle, Question};

    fn obligation(op: &str, part: Part) -> Obligation {
        Obligation {
            id: format!("{op}::{}", part.name()),
            op: op.into(),
            part,
            question: Question {
                claim: ClaimKind::Words,
                subject: Implementation::Reference { op: op.into() },
            },
            oracle: Oracle::Property,
            provenance: vec![],
        }
    }

    /// Oracle: the documentation of `QueueHandle`, on three engines and an op.
    #[test]
    fn workers_share_an_engine_only_when_no_other_is_left() {
        let engine = |id: &str| obligation(id, Part::Engine(Check::Gates));
        let all: Vec<Obligation> = ["a", "a", "a", "b", "b", "c"].map(engine).into();
        let op = obligation("op", Part::Gates);
        let queue = WorkQueue::of_wholes([&op].into_iter().chain(&all));
        let (mut one, mut two) = (queue.handle(0), queue.handle(2));
        let on =
            |hand: &mut QueueHandle<'_, '_>| hand.take().map(|task| task.obligation.op.clone());
        let mut taken = vec![];
        for _ in 0..4 {
            taken.extend([on(&mut one), on(&mut two)].map(|of| of.unwrap_or_default()));
        }
        assert_eq!(taken, ["op", "a", "b", "a", "b", "a", "c", ""]);
        let again = WorkQueue::of_wholes(&all[..2]);
        let (mut one, mut two) = (again.handle(0), again.handle(1));
        assert_eq!(
            [on(&mut one), on(&mut two)],
            [Some("a".into()), Some("a".into())]
        );
        assert_eq!(on(&mut one), None);
    }

    /// Oracle: the documentation of `QueueHandle`.
    #[test]
    fn every_other_worker_begins_with_engines() {
        let engines = ["a", "b"].map(|id| obligation(id, Part::Engine(Check::Gates)));
        let ops = ["op", "other"].map(|id| obligation(id, Part::Gates));
        let queue = WorkQueue::of_wholes(ops.iter().chain(&engines));
        let mut hands = [queue.handle(0), queue.handle(1)];
        let mut taken = vec![];
        for _ in 0..2 {
            taken.extend(hands.iter_mut().filter_map(QueueHandle::take));
        }
        let taken: Vec<&str> = taken.iter().map(|task| &*task.obligation.op).collect();
        assert_eq!(taken, ["op", "a", "other", "b"]);
        assert!(queue.handle(1).take().is_none());
    }

    /// Oracle: the documentation of `QueueHandle`: a worker that begins with engines takes all gates, and then the
    /// engine with the slowest gates.
    #[test]
    fn the_longest_engines_come_first() {
        let engine = |id: &str| {
            let checks = [Check::Gates, Check::Reference];
            checks.map(|check| obligation(id, Part::Engine(check)))
        };
        let all: Vec<Obligation> = ["a", "b", "c"].into_iter().flat_map(engine).collect();
        let queue = WorkQueue::of_wholes(&all);
        // Work on a device has no gates of its own.
        let other = WorkQueue::of_wholes(all.iter().filter(|o| !is_gates(o)));
        let mut hand = queue.handle(1);
        let mut taken = vec![];
        while let Some(task) = hand.take() {
            let seconds = ["a", "c", "b"]
                .iter()
                .position(|id| *id == task.obligation.op);
            let took = Duration::from_secs(seconds.unwrap_or_default() as u64);
            queue.adjust_piece_size(&task, took);
            other.adjust_piece_size(&task, took);
            taken.push(task.obligation.op.clone());
        }
        assert_eq!(taken, ["a", "b", "c", "b", "c", "a"]);
        let mut hand = other.handle(0);
        let taken: Vec<&str> = std::iter::from_fn(|| hand.take())
            .map(|task| &*task.obligation.op)
            .collect();
        assert_eq!(taken, ["b", "c", "a"]);
    }

    /// Oracle: the documentation of `Left::place`: a worker without a free subject helps with the longest engine, piece
    /// by piece.
    #[test]
    fn the_longest_engine_is_shared_first() {
        let gates = ["a", "b"].map(|id| obligation(id, Part::Engine(Check::Gates)));
        let long = ["a", "b"].map(|id| obligation(id, Part::Engine(Check::Reference)));
        let items = long.iter().map(|obligation| QueuedObligation {
            obligation,
            ranges: Some(std::iter::once(0..100 * OF_ENGINES.first).collect()),
        });
        let queue = WorkQueue::new(items);
        for (gates, seconds) in gates.iter().zip([1, 9]) {
            let task = Task {
                obligation: gates,
                range: None,
            };
            queue.adjust_piece_size(&task, Duration::from_secs(seconds));
        }
        let mut hands = [0, 2, 4, 6].map(|worker| queue.handle(worker));
        let taken: Vec<Task<'_>> = hands.iter_mut().filter_map(QueueHandle::take).collect();
        let on: Vec<&str> = taken.iter().map(|task| &*task.obligation.op).collect();
        assert_eq!(on, ["b", "a", "b", "b"]);
        let of_b = taken.iter().filter(|task| task.obligation.op == "b");
        let ranges: Vec<Range<u64>> = of_b.filter_map(|task| task.range.clone()).collect();
        let first = OF_ENGINES.first;
        assert_eq!(ranges, [0..first, first..2 * first, 2 * first..3 * first]);
    }

    /// Oracle: the documentation of `QueueHandle`.
    #[test]
    fn workers_have_distinct_ops_while_any_remain() {
        let all = ["a", "a", "b", "b"].map(|id| obligation(id, Part::Gates));
        let queue = WorkQueue::of_wholes(&all);
        let mut hands = [queue.handle(0), queue.handle(2), queue.handle(4)];
        let mut taken = vec![];
        for _ in 0..2 {
            let took = hands.iter_mut().filter_map(QueueHandle::take);
            taken.extend(took.map(|task| task.obligation.op.clone()));
        }
        assert_eq!(taken, ["a", "b", "a", "b"]);
    }
}
