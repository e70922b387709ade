//! Unit propagation over clauses that come and go: two literals of each clause are watched, and clauses that a proof is
//! known to need are looked at before others, so that few more become needed
//! ([Wetzler, Heule, Hunt, 2014](https://www.cs.utexas.edu/~marijn/publications/drat-trim.pdf)).

mod watch_lists;

use crate::cnf::Literal;

/// A clause by its place: where its header stands.
pub(super) type Place = u32;

/// No clause: an assumption.
pub(super) const ASSUMED: Place = Place::MAX;

/// Words before the literals of a clause: its length and flags, and its number.
const HEADER: usize = 2;

/// The clause is gone for good.
const GONE: u32 = 1;

/// The clause is needed.
const CORE: u32 = 2;

/// How far the length stands to the left of the flags.
const LENGTH: u32 = 2;

#[derive(Clone, Copy)]
struct Watch {
    clause: Place,
    /// Another literal of the clause: where it holds the clause need not be looked at.
    blocker: Code,
}

/// A literal as an index: twice its variable, and 1 more where it is negated.
type Code = u32;

/// The watches of each literal.
type Watches = Vec<Vec<Watch>>;

/// Where the watches of clauses stand that nothing is known to need, of those that are needed, and of those that have
/// two literals, which cost the least to look at. The last are looked at first.
const OTHERS: usize = 0;
const NEEDED: usize = 1;
const PAIRS: usize = 2;

/// The state of propagation.
pub(super) struct Propagator {
    /// Headers and literals of all clauses.
    arena: Vec<u32>,
    /// Of the kinds of clauses.
    watches: [Watches; 3],
    /// Of each literal: 1 where it holds, -1 where its negation does.
    values: Vec<i8>,
    reasons: Vec<Place>,
    /// Of each variable that is known its place in the trail.
    positions: Vec<u32>,
    trail: Vec<Code>,
    /// How much of the trail each kind has seen.
    heads: [usize; 3],
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
            arena: vec![],
            watches: [(); 3].map(|()| vec![vec![]; 2 * count]),
            values: vec![0; 2 * count],
            reasons: vec![ASSUMED; count],
            positions: vec![0; count],
            trail: vec![],
            heads: [0; 3],
        }
    }

    /// 1 where it holds, -1 where its negation does, 0 where nothing is known.
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[code(literal) as usize]
    }

    /// The literal that came to hold as this one.
    pub(super) fn held(&self, at: usize) -> Literal {
        literal(self.trail[at])
    }

    /// The number of literals that hold.
    pub(super) fn known(&self) -> usize {
        self.trail.len()
    }

    /// True if a literal that is known was so before the trail had this length.
    pub(super) fn is_before(&self, variable: usize, length: usize) -> bool {
        (self.positions[variable] as usize) < length
    }

    /// The clause that made a literal hold.
    pub(super) fn reason(&self, variable: usize) -> Place {
        self.reasons[variable]
    }

    pub(super) fn clause(&self, place: Place) -> impl ExactSizeIterator<Item = Literal> + '_ {
        self.codes(place).iter().map(|code| literal(*code))
    }

    fn codes(&self, place: Place) -> &[Code] {
        let at = place as usize;
        let start = at + HEADER;
        &self.arena[start..start + (self.arena[at] >> LENGTH) as usize]
    }

    /// The number that it was given.
    pub(super) fn number(&self, place: Place) -> u32 {
        self.arena[place as usize + 1]
    }

    /// Makes a literal hold, of which nothing is known.
    pub(super) fn set(&mut self, literal: Literal, reason: Place) {
        self.hold(code(literal), reason);
    }

    fn hold(&mut self, code: Code, reason: Place) {
        self.values[code as usize] = 1;
        self.values[(code ^ 1) as usize] = -1;
        self.reasons[(code >> 1) as usize] = reason;
        self.positions[(code >> 1) as usize] = self.trail.len() as u32;
        self.trail.push(code);
    }

    /// Forgets all literals but the first `keep`, all of whose consequences are among them.
    pub(super) fn undo(&mut self, keep: usize) {
        for code in self.trail.drain(keep..) {
            self.values[code as usize] = 0;
            self.values[(code ^ 1) as usize] = 0;
        }
        self.heads = [keep; 3];
    }

    /// Makes every literal hold that is the last one left of a clause; a clause that has none left, if there is one.
    pub(super) fn propagate(&mut self) -> Option<Place> {
        loop {
            // Each kind only where those before it have nothing more to say.
            let kinds = [PAIRS, NEEDED, OTHERS];
            let mut due = kinds
                .into_iter()
                .filter(|kind| self.heads[*kind] < self.trail.len());
            let kind = due.next()?;
            let holds = self.trail[self.heads[kind]];
            self.heads[kind] += 1;
            let conflict = match kind {
                PAIRS => self.imply(holds ^ 1),
                _ => self.visit(holds ^ 1, kind),
            };
            if conflict.is_some() {
                return conflict;
            }
        }
    }

    /// Looks at the clauses of two literals that have one that fails.
    fn imply(&mut self, fails: Code) -> Option<Place> {
        for k in 0..self.watches[PAIRS][fails as usize].len() {
            let watch = self.watches[PAIRS][fails as usize][k];
            match self.values[watch.blocker as usize] {
                0 => self.hold(watch.blocker, watch.clause),
                -1 => return Some(watch.clause),
                _ => {}
            }
        }
        None
    }

    /// Looks at the clauses that watch a literal that fails, those that are needed or the others.
    fn visit(&mut self, fails: Code, which: usize) -> Option<Place> {
        let mut watches = std::mem::take(&mut self.watches[which][fails as usize]);
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
            let at = watch.clause as usize;
            let header = self.arena[at];
            if header & GONE != 0 {
                continue;
            }
            let start = at + HEADER;
            let own = &mut self.arena[start..start + (header >> LENGTH) as usize];
            if own[0] == fails {
                own.swap(0, 1);
            }
            let first = own[0];
            let blocked = Watch {
                blocker: first,
                ..watch
            };
            let due = if header & CORE == 0 { OTHERS } else { NEEDED };
            let value = self.values[first as usize];
            if value <= 0 {
                let values = &self.values;
                let other = own[2..].iter().position(|of| values[*of as usize] >= 0);
                if let Some(at) = other {
                    own.swap(1, 2 + at);
                    let moved = own[1];
                    self.watches[due][moved as usize].push(blocked);
                    continue;
                }
            }
            if due == which {
                watches[kept] = blocked;
                kept += 1;
            } else {
                self.watches[due][fails as usize].push(blocked);
            }
            match value {
                0 => self.hold(first, watch.clause),
                -1 => {
                    conflict = Some(watch.clause);
                    break;
                }
                _ => {}
            }
        }
        watches.copy_within(k.., kept);
        watches.truncate(kept + watches.len() - k);
        self.watches[which][fails as usize] = watches;
        conflict
    }
}
