//! Unit propagation over clauses that come and go: two literals of each clause are watched.

use crate::cnf::Literal;

/// A clause by its place.
pub(super) type Place = u32;

/// No clause: an assumption.
pub(super) const ASSUMED: Place = Place::MAX;

struct Clause {
    start: usize,
    len: usize,
    id: u64,
    deleted: bool,
}

#[derive(Clone, Copy)]
struct Watch {
    clause: Place,
    /// Another literal of the clause: where it holds the clause need not be looked at.
    blocker: Literal,
}

/// The state of propagation.
pub(super) struct Propagator {
    literals: Vec<Literal>,
    clauses: Vec<Clause>,
    watches: Vec<Vec<Watch>>,
    values: Vec<i8>,
    reasons: Vec<Place>,
    trail: Vec<Literal>,
    head: usize,
}

const fn code(literal: Literal) -> usize {
    (literal.unsigned_abs() as usize) << 1 | (literal < 0) as usize
}

pub(super) const fn variable(literal: Literal) -> usize {
    literal.unsigned_abs() as usize
}

impl Propagator {
    pub(super) fn new(variables: u32) -> Self {
        let count = variables as usize + 1;
        Self {
            literals: vec![],
            clauses: vec![],
            watches: vec![vec![]; 2 * count],
            values: vec![0; count],
            reasons: vec![ASSUMED; count],
            trail: vec![],
            head: 0,
        }
    }

    /// 1 where it holds, -1 where its negation does, 0 where nothing is known.
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[variable(literal)] * literal.signum() as i8
    }

    /// The literals that hold, in the order they came.
    pub(super) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// The clause that made a literal hold.
    pub(super) fn reason(&self, literal: Literal) -> Place {
        self.reasons[variable(literal)]
    }

    pub(super) fn clause(&self, place: Place) -> &[Literal] {
        let Clause { start, len, .. } = self.clauses[place as usize];
        &self.literals[start..start + len]
    }

    pub(super) fn id(&self, place: Place) -> u64 {
        self.clauses[place as usize].id
    }

    /// Adds a clause. Its first two literals, which are watched, are then those that are not false, if there are any.
    pub(super) fn add(&mut self, clause: &[Literal], id: u64) -> Place {
        let place = self.clauses.len() as Place;
        let start = self.literals.len();
        self.literals.extend_from_slice(clause);
        let values = &self.values;
        let value = |l: &Literal| values[variable(*l)] * l.signum() as i8;
        self.literals[start..].sort_by_key(|l| -value(l));
        self.clauses.push(Clause {
            start,
            len: clause.len(),
            id,
            deleted: false,
        });
        if clause.len() > 1 {
            let [first, second] = [self.literals[start], self.literals[start + 1]];
            for (watched, blocker) in [(first, second), (second, first)] {
                let clause = place;
                self.watches[code(watched)].push(Watch { clause, blocker });
            }
        }
        place
    }

    pub(super) fn delete(&mut self, place: Place) {
        self.clauses[place as usize].deleted = true;
    }

    /// Makes a literal hold, of which nothing is known.
    pub(super) fn set(&mut self, literal: Literal, reason: Place) {
        self.values[variable(literal)] = literal.signum() as i8;
        self.reasons[variable(literal)] = reason;
        self.trail.push(literal);
    }

    /// Forgets all literals but the first `keep`.
    pub(super) fn undo(&mut self, keep: usize) {
        for literal in self.trail.drain(keep..) {
            self.values[variable(literal)] = 0;
        }
        self.head = keep;
    }

    /// Makes every literal hold that is the last one left of a clause; a clause that has none left, if there is one.
    pub(super) fn propagate(&mut self) -> Option<Place> {
        while let Some(literal) = self.trail.get(self.head).copied() {
            self.head += 1;
            let false_literal = -literal;
            let mut watches = std::mem::take(&mut self.watches[code(false_literal)]);
            let mut kept = 0;
            let mut conflict = None;
            let mut k = 0;
            while k < watches.len() {
                let watch = watches[k];
                k += 1;
                if self.value(watch.blocker) > 0 {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                let Clause {
                    start,
                    len,
                    deleted,
                    ..
                } = self.clauses[watch.clause as usize];
                if deleted {
                    continue;
                }
                if self.literals[start] == false_literal {
                    self.literals.swap(start, start + 1);
                }
                let first = self.literals[start];
                let blocked = Watch {
                    blocker: first,
                    ..watch
                };
                let other = (start + 2..start + len).find(|at| self.value(self.literals[*at]) >= 0);
                if self.value(first) <= 0
                    && let Some(at) = other
                {
                    self.literals.swap(start + 1, at);
                    let moved = code(self.literals[start + 1]);
                    self.watches[moved].push(blocked);
                    continue;
                }
                watches[kept] = blocked;
                kept += 1;
                match self.value(first) {
                    0 => self.set(first, watch.clause),
                    -1 => {
                        conflict = Some(watch.clause);
                        break;
                    }
                    _ => {}
                }
            }
            while k < watches.len() {
                watches[kept] = watches[k];
                kept += 1;
                k += 1;
            }
            watches.truncate(kept);
            self.watches[code(false_literal)] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }
}
