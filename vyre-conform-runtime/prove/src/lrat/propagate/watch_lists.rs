//! Adding, watching, removing and restoring clauses.

use super::{
    CORE, ClauseRef, DELETED, HEADER, LENGTH, LiteralIndex, OPTIONAL, PAIRS, Propagator, Watch,
    code,
};
use crate::cnf::Literal;

impl Propagator {
    /// The place of the next clause.
    pub(in crate::lrat) fn next(&self) -> ClauseRef {
        self.arena.len() as ClauseRef
    }

    /// Adds a clause with its number.
    pub(in crate::lrat) fn add(&mut self, clause: &[Literal], number: u32) -> ClauseRef {
        let place = self.arena.len() as ClauseRef;
        let mut own: Vec<LiteralIndex> = clause.iter().map(|item| code(*item)).collect();
        // A duplicate literal would be watched twice, and the clause would never become unit.
        own.sort_unstable();
        own.dedup();
        self.arena.extend([(own.len() as u32) << LENGTH, number]);
        self.arena.extend(own);
        self.attach(place);
        place
    }

    /// Watches a clause. Its first two literals become those that are not false; if there are none,
    /// those that became false last, because they are unassigned first.
    pub(in crate::lrat) fn attach(&mut self, place: ClauseRef) {
        let start = place as usize + HEADER;
        let len = (self.arena[place as usize] >> LENGTH) as usize;
        let own = &mut self.arena[start..start + len];
        for k in 0..len.min(2) {
            let rank = |subject: &LiteralIndex| match self.values[*subject as usize] {
                -1 => self.positions[(subject >> 1) as usize],
                value => u32::MAX - u32::from(value == 0),
            };
            let best = (k..len).max_by_key(|index| rank(&own[*index])).unwrap_or(k);
            own.swap(k, best);
        }
        if let [first, second, ..] = *own {
            // A restored clause is not known to be needed: all that needs it precedes its removal.
            let list = if len == 2 { PAIRS } else { OPTIONAL };
            for (watched, blocker) in [(first, second), (second, first)] {
                let clause = place;
                self.watches[list][watched as usize].push(Watch { clause, blocker });
            }
        }
    }

    /// Removes a clause that may be restored, unless a literal's value depends on it.
    pub(in crate::lrat) fn detach(&mut self, place: ClauseRef) -> bool {
        let own = self.codes(place);
        let is_reason = |subject: &LiteralIndex| {
            self.values[*subject as usize] > 0 && self.reasons[(subject >> 1) as usize] == place
        };
        if own.iter().any(is_reason) {
            return false;
        }
        if let [first, second, ..] = *own {
            for watched in [first, second] {
                for watches in &mut self.watches {
                    let watches = &mut watches[watched as usize];
                    let index = watches.iter().position(|watch| watch.clause == place);
                    index.map(|index| watches.swap_remove(index));
                }
            }
        }
        true
    }

    /// Removes a clause permanently.
    pub(in crate::lrat) fn forget(&mut self, place: ClauseRef) {
        match self.codes(place).len() {
            2 => _ = self.detach(place),
            // Visits drop it from the watches.
            _ => self.arena[place as usize] |= DELETED,
        }
    }

    /// Marks a clause as needed.
    pub(in crate::lrat) fn need(&mut self, place: ClauseRef) {
        self.arena[place as usize] |= CORE;
    }

    pub(in crate::lrat) fn is_needed(&self, place: ClauseRef) -> bool {
        self.arena[place as usize] & CORE != 0
    }
}
