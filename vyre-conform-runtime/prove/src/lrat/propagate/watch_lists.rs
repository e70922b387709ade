//! Clauses that come, are watched, go and come back.

use super::{CORE, Code, GONE, HEADER, LENGTH, OTHERS, PAIRS, Place, Propagator, Watch, code};
use crate::cnf::Literal;

impl Propagator {
    /// The place of the clause that is added next.
    pub(in crate::lrat) fn next(&self) -> Place {
        self.arena.len() as Place
    }

    /// Adds a clause with a number of its own.
    pub(in crate::lrat) fn add(&mut self, clause: &[Literal], number: u32) -> Place {
        let place = self.arena.len() as Place;
        let mut own: Vec<Code> = clause.iter().map(|of| code(*of)).collect();
        // A literal that is there twice would be watched twice, and the clause never be down to it.
        own.sort_unstable();
        own.dedup();
        self.arena.extend([(own.len() as u32) << LENGTH, number]);
        self.arena.extend(own);
        self.attach(place);
        place
    }

    /// Watches a clause: its first two literals are then those that are not false, and where there are none such those
    /// that were the last to become so, which are the first of which this is forgotten.
    pub(in crate::lrat) fn attach(&mut self, place: Place) {
        let start = place as usize + HEADER;
        let len = (self.arena[place as usize] >> LENGTH) as usize;
        let own = &mut self.arena[start..start + len];
        for k in 0..len.min(2) {
            let rank = |of: &Code| match self.values[*of as usize] {
                -1 => self.positions[(of >> 1) as usize],
                value => u32::MAX - u32::from(value == 0),
            };
            let best = (k..len).max_by_key(|at| rank(&own[*at])).unwrap_or(k);
            own.swap(k, best);
        }
        if let [first, second, ..] = *own {
            // One that comes back is not known to be needed: what needs it comes before it went.
            let due = if len == 2 { PAIRS } else { OTHERS };
            for (watched, blocker) in [(first, second), (second, first)] {
                let clause = place;
                self.watches[due][watched as usize].push(Watch { clause, blocker });
            }
        }
    }

    /// Takes a clause away that may come back, unless a literal holds because of it.
    pub(in crate::lrat) fn detach(&mut self, place: Place) -> bool {
        let own = self.codes(place);
        let is_reason =
            |of: &Code| self.values[*of as usize] > 0 && self.reasons[(of >> 1) as usize] == place;
        if own.iter().any(is_reason) {
            return false;
        }
        if let [first, second, ..] = *own {
            for watched in [first, second] {
                for watches in &mut self.watches {
                    let watches = &mut watches[watched as usize];
                    let at = watches.iter().position(|watch| watch.clause == place);
                    at.map(|at| watches.swap_remove(at));
                }
            }
        }
        true
    }

    /// Takes a clause away for good.
    pub(in crate::lrat) fn forget(&mut self, place: Place) {
        match self.codes(place).len() {
            2 => _ = self.detach(place),
            // It is dropped from the watches when they are looked at.
            _ => self.arena[place as usize] |= GONE,
        }
    }

    /// Notes that a clause is needed.
    pub(in crate::lrat) fn need(&mut self, place: Place) {
        self.arena[place as usize] |= CORE;
    }

    pub(in crate::lrat) fn is_needed(&self, place: Place) -> bool {
        self.arena[place as usize] & CORE != 0
    }
}
