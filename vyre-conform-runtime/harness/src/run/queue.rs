//! What is left to do, cut into pieces while the run goes on.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vyre_conform_runtime::engine::SIZES;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::plan::{Obligation, Part};

/// Cases of the first piece, and the fewest and the most of any.
struct Pieces {
    first: u64,
    fewest: u64,
    most: u64,
}

const OF_OPS: Pieces = Pieces {
    first: 1 << 22,
    fewest: 1 << 18,
    most: 1 << 32,
};
/// A case of an engine, or a random program, is a launch: all sizes of an input at least.
const OF_ENGINES: Pieces = Pieces {
    first: 4 * SIZES.len() as u64,
    fewest: SIZES.len() as u64,
    most: 1 << 20,
};
/// A piece that took less is followed by a larger one, a piece that took more by a smaller one.
const SHORT: Duration = Duration::from_millis(500);
const LONG: Duration = Duration::from_secs(2);

/// An obligation with what is left of it.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// What is to be shown.
    pub obligation: &'a Obligation,
    /// The ranges that nobody has taken; `None` for an obligation that is met as a whole.
    pub ranges: Option<VecDeque<Range<u64>>>,
}

/// A piece of work.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// What is to be shown.
    pub obligation: &'a Obligation,
    /// The cases that run; `None` for an obligation that is met as a whole.
    pub range: Option<Range<u64>>,
}

/// What the workers of one backend, or of the reference, take from.
#[derive(Debug)]
pub struct Queue<'a> {
    items: Mutex<VecDeque<Item<'a>>>,
    /// Cases of the next piece, of ops and of engines.
    piece: [AtomicU64; 2],
}

impl<'a> Queue<'a> {
    /// A queue of these.
    pub fn new(items: impl IntoIterator<Item = Item<'a>>) -> Self {
        Self {
            items: Mutex::new(items.into_iter().collect()),
            piece: [OF_OPS, OF_ENGINES].map(|of| AtomicU64::new(of.first)),
        }
    }

    /// A queue of obligations that are each met as a whole.
    pub fn of_wholes(obligations: impl IntoIterator<Item = &'a Obligation>) -> Self {
        let whole = |obligation| Item {
            obligation,
            ranges: None,
        };
        Self::new(obligations.into_iter().map(whole))
    }

    /// The next piece.
    pub fn take(&self) -> Option<Task<'a>> {
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
                    .saturating_add(self.piece[kind(obligation)].load(Ordering::Relaxed)),
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

    /// Makes the next pieces larger or smaller after one of N cases.
    pub(super) fn learn(&self, task: &Task<'_>, cases: u64, took: Duration) {
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
        // A short rest of a range says nothing about longer pieces.
        let next = if took < SHORT { next.max(old) } else { next };
        self.piece[kind].store(next.clamp(of.fewest, of.most), Ordering::Relaxed);
    }
}

/// The place of the pieces of an obligation.
fn kind(obligation: &Obligation) -> usize {
    usize::from(matches!(obligation.part, Part::Engine(_) | Part::Programs))
}
