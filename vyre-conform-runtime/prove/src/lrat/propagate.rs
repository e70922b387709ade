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
    blocker: Code,
}

/// A literal as an index: twice its variable, and 1 more where it is negated.
type Code = u32;

/// The state of propagation.
pub(super) struct Propagator {
    literals: Vec<Code>,
    clauses: Vec<Clause>,
    watches: Vec<Vec<Watch>>,
    /// Of each literal: 1 where it holds, -1 where its negation does.
    values: Vec<i8>,
    reasons: Vec<Place>,
    trail: Vec<Code>,
    head: usize,
}

const fn code(literal: Literal) -> Code {
    literal.unsigned_abs() << 1 | (literal < 0) as u32
}

const fn literal(code: Code) -> Literal {
    let variable = (code >> 1) as Literal;
    if code & 1 == 0 { variable } else { -variable }
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
            values: vec![0; 2 * count],
            reasons: vec![ASSUMED; count],
            trail: vec![],
            head: 0,
        }
    }

    /// 1 where it holds, -1 where its negation does, 0 where nothing is known.
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[code(literal) as usize]
    }

    /// The literals that hold, in the order they came, without the first ones.
    pub(super) fn trail(&self, from: usize) -> impl DoubleEndedIterator<Item = Literal> + '_ {
        self.trail[from..].iter().map(|code| literal(*code))
    }

    /// How many of them there are.
    pub(super) fn known(&self) -> usize {
        self.trail.len()
    }

    /// The clause that made a literal hold.
    pub(super) fn reason(&self, literal: Literal) -> Place {
        self.reasons[variable(literal)]
    }

    pub(super) fn clause(&self, place: Place) -> impl ExactSizeIterator<Item = Literal> + '_ {
        let Clause { start, len, .. } = self.clauses[place as usize];
        let codes = self.literals[start..start + len].iter();
        codes.map(|code| literal(*code))
    }

    pub(super) fn id(&self, place: Place) -> u64 {
        self.clauses[place as usize].id
    }

    /// Adds a clause. Its first two literals, which are watched, are then those that are not false, if there are any.
    pub(super) fn add(&mut self, clause: &[Literal], id: u64) -> Place {
        let place = self.clauses.len() as Place;
        let start = self.literals.len();
        self.literals.extend(clause.iter().map(|of| code(*of)));
        let values = &self.values;
        self.literals[start..].sort_by_key(|of| -values[*of as usize]);
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
                self.watches[watched as usize].push(Watch { clause, blocker });
            }
        }
        place
    }

    pub(super) fn delete(&mut self, place: Place) {
        self.clauses[place as usize].deleted = true;
    }

    /// Makes a literal hold, of which nothing is known.
    pub(super) fn set(&mut self, literal: Literal, reason: Place) {
        self.hold(code(literal), reason);
    }

    fn hold(&mut self, code: Code, reason: Place) {
        self.values[code as usize] = 1;
        self.values[(code ^ 1) as usize] = -1;
        self.reasons[(code >> 1) as usize] = reason;
        self.trail.push(code);
    }

    /// Forgets all literals but the first `keep`.
    pub(super) fn undo(&mut self, keep: usize) {
        for code in self.trail.drain(keep..) {
            self.values[code as usize] = 0;
            self.values[(code ^ 1) as usize] = 0;
        }
        self.head = keep;
    }

    /// Makes every literal hold that is the last one left of a clause; a clause that has none left, if there is one.
    pub(super) fn propagate(&mut self) -> Option<Place> {
        while let Some(holds) = self.trail.get(self.head).copied() {
            self.head += 1;
            let fails = holds ^ 1;
            let mut watches = std::mem::take(&mut self.watches[fails as usize]);
            let mut kept = 0;
            let mut conflict = None;
            let mut k = 0;
            while k < watches.len() {
                let watch = watches[k];
                k += 1;
                if self.values[watch.blocker as usize] > 0 {
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
                let own = &mut self.literals[start..start + len];
                if own[0] == fails {
                    own.swap(0, 1);
                }
                let first = own[0];
                let blocked = Watch {
                    blocker: first,
                    ..watch
                };
                let value = self.values[first as usize];
                if value <= 0 {
                    let values = &self.values;
                    let other = own[2..].iter().position(|of| values[*of as usize] >= 0);
                    if let Some(at) = other {
                        own.swap(1, 2 + at);
                        let moved = own[1];
                        self.watches[moved as usize].push(blocked);
                        continue;
                    }
                }
                watches[kept] = blocked;
                kept += 1;
                match value {
                    0 => self.hold(first, watch.clause),
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
            self.watches[fails as usize] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }
}
