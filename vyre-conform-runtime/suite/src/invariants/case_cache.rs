//! A bounded cache of cases that ran, shared by trials.
//!
//! The first cases that fit stay, because every check of an engine walks the same cases from the first one on. Of the
//! others, only the latest stay, for checks that use a case twice.

use super::case::ExecutedCase;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use vyre_conform_runtime::engine::InputSource;

/// Capacity for permanent cases, in words: 64 MiB. It holds all cases of each engine of the library except `inflate`,
/// `atomic_exchange` and `snappy_decode`.
const ROOM: usize = 1 << 24;
/// Capacity for the latest cases, in words: 8 MiB.
const LATEST_ROOM: usize = 1 << 21;
/// Maximal number of latest cases.
const LATEST: usize = 16;

/// Cases by input and workgroup size.
#[derive(Default)]
pub(super) struct CaseCache<'b> {
    kept: HashMap<(InputSource, u32), Arc<ExecutedCase<'b>>>,
    kept_words: usize,
    latest: VecDeque<(usize, Arc<ExecutedCase<'b>>)>,
    latest_words: usize,
}

impl<'b> CaseCache<'b> {
    /// The case, if cached.
    pub(super) fn get(&self, at: (InputSource, u32)) -> Option<Arc<ExecutedCase<'b>>> {
        let latest = || {
            let mut latest = self.latest.iter().rev().map(|(_, case)| case);
            latest.find(|case| (case.source, case.size) == at)
        };
        self.kept.get(&at).or_else(latest).cloned()
    }

    /// True if a case of normal size would stay permanently.
    pub(super) fn has_room(&self) -> bool {
        self.kept_words < ROOM - ROOM / 8
    }

    /// Adds a case and evicts those that no longer fit.
    pub(super) fn put(&mut self, case: Arc<ExecutedCase<'b>>) {
        let at = (case.source, case.size);
        let words = case.words();
        if self.kept.contains_key(&at) {
            return;
        }
        if self.kept_words.saturating_add(words) <= ROOM {
            self.kept_words += words;
            self.kept.insert(at, case);
            return;
        }
        self.latest_words += words;
        self.latest.push_back((words, case));
        while self.latest.len() > LATEST
            || (self.latest_words > LATEST_ROOM && self.latest.len() > 1)
        {
            if let Some((words, _)) = self.latest.pop_front() {
                self.latest_words -= words;
            }
        }
    }

    /// Removes all cases.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}
